/** App version of the specification (CONST area); shown on the about page and by `/api/health`. */
export const appVersion = '2.3.4';

/** Optional parts of the platform that are on in this build (CONST-02). */
export const platformFeatures = ['PROMPT_MANAGER'] as const;
export type PlatformFeature = (typeof platformFeatures)[number];

/** CONST-05 */
export const isFlowBuilderEnabled = true;
