export { Drafts, presentVersion } from './drafts.ts';
export { type Named, VersionRows, type VersionState } from './version-rows.ts';
