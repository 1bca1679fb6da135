export { websiteLimits } from './limits.ts';
export { createWebsite } from './website.ts';
