import { z } from 'zod';
import { UserInfoField } from '../apps/app-settings.ts';
import { App } from '../apps.ts';
import { TakenFiles } from './attached-files.ts';

/** The part of an app that the public chat page receives. Everything in it is visible to visitors. */
export const Chatbot = App.pick({
  appId: true,
  name: true,
  botName: true,
  welcomeMessage: true,
  sampleQuestions: true,
  themeName: true,
  botIcon: true,
  botLogo: true,
}).extend({
  /** The facts that a visitor has to give before the first question; empty where nothing is asked (APP-17). */
  userInfo: z.array(UserInfoField),
  /** True while the embedded extractive model answers; the page tells visitors so. */
  extractive: z.boolean(),
  files: TakenFiles,
  /** The address with which an app user is signed in; null for visitors and members. */
  signedInAs: z.string().nullable(),
  /** True when what answers may remember something about the app user who is signed in. */
  remembers: z.boolean(),
});
export type Chatbot = z.infer<typeof Chatbot>;
