/** Folders for PYTHONPATH. */
export const pythonClients: string;
export const pythonLlamaIndex: string;
export const ensurePythonClients: () => void;
/** The folder for PYTHONPATH with the fuzzer of the API. */
export const pythonFuzzer: string;
export const ensurePythonFuzzer: () => void;
