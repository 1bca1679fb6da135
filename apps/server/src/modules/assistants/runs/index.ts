export {
  decideByToken,
  getApproval,
  listWaiting,
  openToken,
  sendApprovalLinks,
} from './approvals/decisions.ts';

export {
  findGroupFile,
  findGroupRun,
  findSubjectName,
  listGroupRuns,
  type RunGroup,
  retryWithFiles,
} from './run-group.ts';
