/** The words of actions on the monitor. */
export const monitoringWords: Record<string, { label: string; phrase: string }> = {
  'monitoring.started': { label: 'Monitoring started', phrase: 'started the monitoring of an app' },
  'monitoring.stopped': { label: 'Monitoring stopped', phrase: 'stopped the monitoring of an app' },
  'alerts.rule_created': { label: 'Alert created', phrase: 'created the alert “{name}”' },
  'alerts.rule_changed': { label: 'Alert changed', phrase: 'changed the alert “{name}”' },
  'alerts.rule_deleted': { label: 'Alert deleted', phrase: 'deleted the alert “{name}”' },
  'alerts.rule_tested': { label: 'Alert tested', phrase: 'sent a test of the alert “{name}”' },
  'alerts.usual_rules_added': { label: 'Usual alerts added', phrase: 'added the usual alerts ({rules})' },
};
