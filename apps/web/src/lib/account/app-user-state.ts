/** Returns the app to which an app user signs in at a provider, by the state that the provider sends back; undefined for a builder. */
export const appIdOfState = (state: string): string | undefined =>
  /^opu_[\w-]{43}\.(app_\w{1,60})$/.exec(state)?.[1];
