/** The words of actions on the monitor. */
export const monitoringWords: Record<string, { label: string; phrase: string }> = {
  'monitoring.started': { label: 'Monitoring started', phrase: 'started the monitoring of an app' },
  'monitoring.stopped': { label: 'Monitoring stopped', phrase: 'stopped the monitoring of an app' },
};
