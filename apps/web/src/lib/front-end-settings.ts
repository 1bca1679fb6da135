/** What the server tells every page in its head, before any call: `<meta name="orchestrator-origin" content="…">`. */
const settingOf = (name: string): string | undefined => {
  const content = document.querySelector(`meta[name="${name}"]`)?.getAttribute('content');
  return content || undefined;
};

/** The only origin whose window messages are answered (SESSION-26); undefined where none is configured. */
export const orchestratorOrigin = (): string | undefined => settingOf('orchestrator-origin');

/** Whether opened screens are counted (SESSION-28). */
export const analyticsOn = (): boolean => settingOf('analytics') !== 'off';
