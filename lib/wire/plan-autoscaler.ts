/**
 * Integration type, and endpoint type, of the platform's autoscaler of whole services: it changes the plan within bounds by itself
 * (pf 2.15).
 */
export const planAutoscalerType = 'autoscaler_service';
