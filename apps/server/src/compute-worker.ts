import { serveComputations } from './kernel/compute/serve-computations.ts';
import { fileSearch, tableAnswer, tableShapes } from './modules/assistants/chat/computations.ts';
import {
  bodyReading,
  choiceComputation,
  codeRun,
  inputCheck,
  largePage,
  largeText,
  packing,
  pureAction,
  schemaCheck,
  textComputation,
  unpacking,
} from './modules/assistants/flows/computations.ts';
import { mcpMessageReading, openApiReading } from './modules/assistants/tools/computations.ts';
import { difference, ownSummary } from './modules/content/documents/computations.ts';
import { index, projection, undecided } from './modules/content/graph/computations.ts';
import { segmentMerge } from './modules/content/indexing/computations.ts';
import { comparison, ownAnswer } from './modules/content/models/computations.ts';
import { chunkParts, wordScores } from './modules/content/search/computations.ts';
import { message, records } from './modules/content/sources/computations.ts';
import { preview } from './modules/content/versions/computations.ts';
import { printedInvoice } from './modules/money/billing/computations.ts';
import { questionTopics } from './modules/operate/monitoring/computations.ts';

serveComputations([
  codeRun,
  inputCheck,
  textComputation,
  choiceComputation,
  pureAction,
  packing,
  unpacking,
  schemaCheck,
  bodyReading,
  largePage,
  largeText,
  tableAnswer,
  tableShapes,
  fileSearch,
  openApiReading,
  mcpMessageReading,
  index,
  projection,
  undecided,
  difference,
  ownSummary,
  chunkParts,
  preview,
  segmentMerge,
  wordScores,
  records,
  message,
  comparison,
  ownAnswer,
  printedInvoice,
  questionTopics,
]);
