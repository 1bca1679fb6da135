/** The flags of Node and the environment that `npm start` gives the server. */
export declare const serverFlags: readonly string[];
export declare const serverEnv: Readonly<Record<string, string>>;
