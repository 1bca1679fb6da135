/** Returns the name of a model without the id of its provider, which means nothing to people: `gpt-5` for `prv_01m8/gpt-5`. */
export const nameModel = (modelId: string): string =>
  modelId.includes('/') ? modelId.slice(modelId.indexOf('/') + 1) : modelId;
