// The drafts of flows, for the test questions of apps that flows answer.
export { flowDrafts } from './testing/flow-drafts.ts';
