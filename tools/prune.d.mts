/** @param modules the folder node_modules; @param packages removed besides; @returns bytes on disk of what stays */
export declare const pruneInstalled: (modules: string, packages?: readonly string[]) => number;
