import { reports } from '@atelier/contracts/assistants/chat/reports';
import { matrixOf } from '../matrix.ts';

export const reportsMatrix = matrixOf(reports, {
  appReports: { naming: ({ appId }) => ({ query: { appId } }) },
  filter: { plain: "lists the caller's own company" },
});
