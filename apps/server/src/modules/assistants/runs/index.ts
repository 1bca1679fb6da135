export { decideByToken, getApproval, listWaiting, openToken } from './approvals/decisions.ts';

export { sendApprovalLinks } from './approvals/send-approval-links.ts';

export {
  findGroupFile,
  findGroupRun,
  findSubjectName,
  listGroupRuns,
  type RunGroup,
  retryWithFiles,
} from './run-group.ts';
