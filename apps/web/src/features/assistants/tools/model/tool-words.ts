import type { ToolApproval, ToolLine } from '@atelier/contracts/assistants/tools/tool-shapes';

export const effectWords: Record<ToolLine['effect'], string> = {
  READS: 'Only reads',
  WRITES: 'Acts outside',
};

export const approvalWords: Record<ToolApproval, string> = {
  NEVER: 'Without asking',
  AFTER_FOREIGN_TEXT: 'Asks after text by others',
  ALWAYS: 'Always asks',
};
