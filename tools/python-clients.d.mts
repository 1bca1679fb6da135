/** The folder for PYTHONPATH. */
export const pythonClients: string;
export const ensurePythonClients: () => void;
