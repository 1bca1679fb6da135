import type { Worker } from '@atelier/contracts/assistants/workers/worker-shapes';
import type { ZodForm } from '../../../../ui/forms/use-zod-form.ts';
import type { WorkerForm } from '../model/worker-form.ts';

/** The props of every group of fields. */
export interface WorkerFormProps {
  form: ZodForm<typeof WorkerForm>;
  /** The stored worker; undefined while a new one is made. */
  worker?: Worker | undefined;
}
