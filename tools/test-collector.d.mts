export const collectorProgram: () => string;
export const ensureCollector: () => void;
