/** The flags of Node and the environment that `npm start` gives the server. */
export declare const serverFlags: readonly string[];
export declare const serverEnv: Readonly<Record<string, string>>;
/** Returns the environment for children, with the pinned Node first in PATH. */
export declare function pinnedEnv(extra?: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
