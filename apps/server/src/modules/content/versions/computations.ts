import { defineComputation } from '../../../kernel/compute/computation.ts';
import { cutPreview } from './cut-preview.ts';

/** Ten times what the largest input takes on a quiet machine. */
const deadlineMs = 10_000;

/** How a text would be cut. */
export const preview = defineComputation({ name: 'knowledge.preview', deadlineMs, compute: cutPreview });
