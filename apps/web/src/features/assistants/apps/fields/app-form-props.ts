import type { App } from '@atelier/contracts/assistants/apps';
import type { Setting } from '@atelier/contracts/kernel/settings';
import type { ZodForm } from '../../../../ui/forms/use-zod-form.ts';
import type { AppForm } from '../model/app-form.ts';

/** The props of the fields of an app. */
export interface AppFormProps {
  form: ZodForm<typeof AppForm>;
  /** The stored app; undefined while a new one is made. */
  app?: App | undefined;
  /** The knowledge bases that are chosen from the start; left out, those of the app. */
  chosenBases?: readonly { knowledgeBaseId: string; name: string }[] | undefined;
}

/** The props of a control that the description of a setting asks for. */
export interface AppControlProps extends AppFormProps {
  setting: Setting;
}
