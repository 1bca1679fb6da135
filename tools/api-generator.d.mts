/** The program, for `java -jar`. */
export const apiGenerator: string;
export const ensureApiGenerator: () => void;
