import type { ZodForm } from '../../../../ui/forms/use-zod-form.ts';
import type { AppForm } from '../model/app-form.ts';

/** What every group of fields takes. */
export interface AppFormProps {
  form: ZodForm<typeof AppForm>;
}
