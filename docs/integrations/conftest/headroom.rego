# Conflicts of a Terraform plan with what Headroom manages; docs/integrations.md says how to run it.
package main

import future.keywords.contains
import future.keywords.if
import future.keywords.in

# Resources that the plan keeps, creates, changes or deletes, with the values that it knows.
managed_resource contains {"address": one.address, "type": one.type, "values": values} if {
	some one in input.resource_changes
	one.mode == "managed"
	not one.change.actions == ["read"]
	values := object.union(known(one.change.before), known(one.change.after))
}

known(values) := values if is_object(values)

known(values) := {} if not is_object(values)

# Without the decisions of a plan, and for a service whose name is not known yet, Headroom may manage it.
may_manage(_, _) if not data.decisions

may_manage(_, service) if service == ""

may_manage(project, service) if {
	some decision in data.decisions
	decision.effect == "enable"
	decision.project == project
	decision.service == service
}

deny contains message if {
	some one in managed_resource
	one.type == "aiven_service_integration_endpoint"
	startswith(object.get(one.values, "endpoint_name", ""), "headroom-")
	message := sprintf("%s manages an endpoint of Headroom, which would change it back: remove the resource", [one.address])
}

warn contains message if {
	some one in managed_resource
	one.type == "aiven_service_integration"
	object.get(one.values, "integration_type", "") == "autoscaler"
	project := object.get(one.values, "project", "")
	service := object.get(one.values, "source_service_name", "")
	may_manage(project, service)
	message := sprintf("%s gives %s/%s an autoscaler that Headroom leaves alone: remove the resource, or the service from the policy", [one.address, project, service])
}

warn contains message if {
	some one in managed_resource
	some field in ["additional_disk_space", "disk_space"]
	size := object.get(one.values, field, null)
	not size in {null, ""}
	project := object.get(one.values, "project", "")
	service := object.get(one.values, "service_name", "")
	may_manage(project, service)
	message := sprintf("%s sets %s of %s/%s, so an apply would undo what the autoscaler added: remove the field", [one.address, field, project, service])
}
