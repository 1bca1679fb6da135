/** Reads a setting that the server writes into the head of every page: `<meta name="orchestrator-origin" content="…">`. */
const readSetting = (name: string): string | undefined => {
  const content = document.querySelector(`meta[name="${name}"]`)?.getAttribute('content');
  return content || undefined;
};

/** The only origin whose window messages are answered (SESSION-26); undefined when none is configured. */
export const orchestratorOrigin = (): string | undefined => readSetting('orchestrator-origin');

/** Returns true when opened screens are counted (SESSION-28). */
export const analyticsOn = (): boolean => readSetting('analytics') !== 'off';
