// What those need who test apps that flows answer.
export { flowDrafts } from './testing/flow-drafts.ts';
