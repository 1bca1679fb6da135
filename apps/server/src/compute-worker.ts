import { serveComputations } from './kernel/compute/serve-computations.ts';
import { printedInvoice } from './modules/billing/computations.ts';
import { index, projection, undecided } from './modules/graph/computations.ts';
import {
  difference,
  ownSummary,
  passageParts,
  preview,
  segmentMerge,
  wordScores,
} from './modules/knowledge/computations.ts';
import { ownAnswer } from './modules/models/computations.ts';
import { records } from './modules/sources/computations.ts';

serveComputations([
  index,
  projection,
  undecided,
  difference,
  ownSummary,
  passageParts,
  preview,
  segmentMerge,
  wordScores,
  records,
  ownAnswer,
  printedInvoice,
]);
