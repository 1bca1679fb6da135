export { type ApprovalKind, approvalKinds, type Verdict } from './approvals/approval-kind.ts';
export { presentCause, presentOwnWaits, presentSpan } from './present.ts';
