import { defineComputation } from '../../../kernel/compute/computation.ts';
import { previewChunks } from './preview-chunks.ts';

/** Ten times the time that the largest input takes on an idle machine. */
const deadlineMs = 10_000;

/** Previews how a text would be split. */
export const preview = defineComputation({ name: 'knowledge.preview', deadlineMs, compute: previewChunks });
