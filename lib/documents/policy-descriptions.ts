/**
 * What each member of the policy document means, for editors that complete it: `[]` stands for the items of a list. Kept
 * apart from the schema, so that no function carries it along. A member of a `match` is the same wherever it stands.
 */
export const policyDescriptions: Readonly<Record<string, string>> = {
  version: 'Version of this document format: 1.',
  mode: 'observe plans only (the default), enforce applies what is planned, stop does nothing at all.',
  ownerTag:
    'Key of the tag, of a service or its project, whose value says who is told of what is found; else the rule names them.',
  tagPrefix:
    'Key of the tag by which a team switches the autoscaler, and first word of the tags <prefix>-max-gb, <prefix>-until, <prefix>-exempt and <prefix>-managed-by.',
  rules: 'Who gets the autoscaler. The first rule that matches a service decides; one that none matches is left alone.',
  'rules[].name': 'Name of the rule, different from those of all others; it stands in every decision and reason.',
  'rules[].match': 'Which services the rule is about: every condition given must hold.',
  'rules[].effect': 'enable keeps the autoscaler on, disable takes it away, ignore leaves the service as it is.',
  'rules[].maxAdditionalGb':
    'Maximum in whole GB that may be added to the disk of the plan, or forecast; for effect enable only.',
  'rules[].forecast': 'How the maximum is found where maxAdditionalGb says forecast.',
  'rules[].forecast.horizonDays': 'Days of growth that the maximum must leave room for; 30 is the default.',
  'rules[].forecast.ceilingGb': 'The most that the forecast may ask for, and the maximum while too little is known.',
  'rules[].forecast.atLeastGb': 'The least that the maximum is, however slow the growth; 0 is the default.',
  'rules[].priority':
    'Budget tier of the services, 1 (the default) first: no lower tier gets more before a higher one is full.',
  'rules[].weight': 'How much more of a budget the services get than others of their tier; 1 is the default.',
  'rules[].atLeastGb':
    'Share of the budget in whole GB that each service gets before any tier is filled, as far as it wants that much; 0 (the default) guarantees none, and it is never more than the maximum.',
  'match.project': 'Names of projects: globs with * and ?; a leading ! excludes.',
  'match.service': 'Names of services: globs with * and ?; a leading ! excludes.',
  'match.serviceType': 'Types of services, like pg or kafka: globs with * and ?; a leading ! excludes.',
  'match.plan': 'Names of service plans, like business-8: globs with * and ?; a leading ! excludes.',
  'match.cloud': 'Names of clouds, like aws-eu-west-1: globs with * and ?; a leading ! excludes.',
  'match.state': 'Lifecycle states, like RUNNING: globs with * and ?; a leading ! excludes.',
  'match.tags': 'Values by tag key: tags of the service, and of its project where the service has none of that key.',
  'match.projectTags': 'Values by tag key: tags of the project alone, whatever those of the service say.',
  managedElsewhere:
    'Services whose configuration is kept in code of their owners, like those with a tag <prefix>-managed-by: they may get the autoscaler and a higher maximum, and are told with all steps instead of being disabled or lowered.',
  'managedElsewhere[].by': 'Who or what keeps the configuration, like terraform; it stands in the texts.',
  'managedElsewhere[].match': 'Which services are meant: every condition given must hold.',
  drift:
    'What becomes of changes by hand: repair (the default) sets right what policy asks for, report tells them and leaves the service as it is.',
  budgets: 'Money for additional storage. A service belongs to the first budget that matches it.',
  'budgets[].name': 'Name of the budget, different from those of all others.',
  'budgets[].match': 'Which services share the budget: every condition given must hold.',
  'budgets[].monthly': 'Money a month as text, like "1200.00", in the currency of the prices.',
  'budgets[].basis':
    'What the money bounds: run-rate, the cost if every maximum were provisioned all month (the default), or month-to-date, what is left of this month.',
  'budgets[].deadBandGb': 'Differences in GB below this are not worth a write; 0 means every one is.',
  'budgets[].warnPercent': 'Share of the money that provisioned storage may cost before it is told; 0 never tells.',
  prices: 'How the price of a GB and month is found, and in which currency.',
  'prices.currency': 'Currency of the budgets and prices in this document, as three letters; USD is the default.',
  'prices.exchangeRate': "How much of the currency one US dollar is: the platform's prices are in US dollars.",
  'prices.factor': "What the platform's price is multiplied by for what it leaves out, such as support or tax.",
  'prices.default': 'Price per GB and month as text, like "0.15", where neither platform nor table gives one.',
  'prices.table': 'Prices for services to which the platform gives none; the first that matches counts.',
  'prices.table[].serviceType': 'Types of services that the price is for; left out: all.',
  'prices.table[].plan': 'Service plans that the price is for; left out: all.',
  'prices.table[].cloud': 'Clouds that the price is for; left out: all.',
  'prices.table[].perGbMonth': 'Price per GB and month as text, like "0.15".',
  warnings: 'What is told before it happens.',
  'warnings.maximumSoonDays':
    'Days before a disk may reach its maximum, or be full where its budget leaves it no room, at which that is reported; 14 is the default, 0 never reports it. A disk without room is reported at 90 % and 100 % in any case.',
  guardrails:
    'A plan beyond one of these limits waits for approval. One that is left out keeps its safe default; 0 means none at all.',
  'guardrails.maxChanges': 'Services that one run may change.',
  'guardrails.maxChangePercent': 'The same in percent of the services that the policy manages.',
  'guardrails.maxAddedGb': 'GB by which one run may lift all maximums together.',
  'guardrails.maxAddedMonthly':
    'Money a month as text, like "1000.00" (the default), that one run may add in the currency of the prices. Where you set it, anything added without a known price waits too.',
  'guardrails.maxRaises': 'Services whose maximum one run may raise; left out: only the other limits hold.',
  'guardrails.maxLowers': 'Services whose maximum one run may lower; left out: only the other limits hold.',
  'guardrails.needApproval':
    'Kinds of change that always wait for approval, [lower, disable, restart] by default. restart is a search option whose change restarts every instance of the service.',
  'guardrails.maxFailures':
    'Failed changes after which a run tries nothing more, 10 by default; 0 ends it at the first one.',
  'guardrails.firstRun':
    'propose (the default) lets the first plan after mode observe or stop wait for approval, apply carries it out.',
  'guardrails.approvalHours':
    'Hours after which a proposed plan can no longer be approved or applied from a file, 24 by default; 0 lets none be.',
  freeze: 'Times in which nothing is written to the platform but what allow lets through.',
  'freeze.windows': 'Times that come every week (days, from, to) or once (start, end).',
  'freeze.windows[].name': 'Name of the window, different from those of all others; it stands in findings.',
  'freeze.windows[].days': 'Days of the week on which the window begins, like [sat, sun].',
  'freeze.windows[].from': 'When it begins on each of the days, like "22:00"; "00:00" is the default.',
  'freeze.windows[].to': 'When it ends, "24:00" is the default; a time that is not after from is on the day after.',
  'freeze.windows[].start': 'First day, like 2026-12-18, or day and time, like 2026-12-18T18:00.',
  'freeze.windows[].end': 'Last day, which is frozen as a whole, or day and time at which it ends.',
  'freeze.windows[].timeZone': 'Time zone of all that, like Europe/Berlin; UTC is the default.',
  'freeze.calendar':
    'iCalendar file whose events are windows too, like calendars/freeze.ics: beside this document, also in the store.',
  'freeze.allow': 'What may be done all the same because it protects: enable, raise; nothing is the default.',
  searchConfiguration:
    'Options that are kept on search services. Every baseline that matches counts; the earlier one decides.',
  'searchConfiguration[].name': 'Name of the baseline, different from those of all others.',
  'searchConfiguration[].match': 'Which search services the options are kept on: every condition given must hold.',
  'searchConfiguration[].config': 'The options and their values; null keeps the default.',
};
