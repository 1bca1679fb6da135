export declare const filtersOfModules: (names: readonly string[]) => string[];
