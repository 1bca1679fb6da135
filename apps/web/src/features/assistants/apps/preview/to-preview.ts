import type { App } from '@atelier/contracts/assistants/apps';
import type { AppFormProps } from '../fields/app-form-props.ts';
import type { PreviewedChat } from './chat-preview.tsx';

/** Converts the values of a form into the props of the preview. */
export const toPreview = ({ form }: AppFormProps['form'], app?: App): PreviewedChat => {
  const { name, botName, welcomeMessage, sampleQuestions, themeName, botIconId, botLogoId } = form.watch();
  return {
    name,
    botName: botName ?? '',
    welcomeMessage: welcomeMessage ?? '',
    sampleQuestions: sampleQuestions ?? [],
    themeName: themeName ?? 'Light mode 1',
    botIcon: botIconId ? (app?.botIcon ?? null) : null,
    botLogo: botLogoId ? (app?.botLogo ?? null) : null,
  };
};
