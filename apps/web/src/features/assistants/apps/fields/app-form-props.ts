import type { App } from '@atelier/contracts/assistants/apps';
import type { ZodForm } from '../../../../ui/forms/use-zod-form.ts';
import type { AppForm } from '../model/app-form.ts';

/** The props of every group of fields. */
export interface AppFormProps {
  form: ZodForm<typeof AppForm>;
  /** The stored app; undefined while a new one is made. */
  app?: App | undefined;
}
