import { ProviderKind } from '@atelier/contracts/content/models';
import { findKnownModel } from '@atelier/models/known-models';
import { builtinKind } from './catalogue.ts';

/** Credits per US dollar: one credit is a tenth of a cent. */
export const creditsPerDollar = 1000;

/** US dollars per million tokens. */
export interface Price {
  input: number;
  output: number;
}

/** The price assumed for models without a list price. */
const unknownPrice: Price = { input: 1, output: 4 };
export const freeOfCharge: Price = { input: 0, output: 0 };

/** Returns the list price of a model, by the provider's name for it. */
export const priceFor = (kind: string, model: string): Price => {
  if (kind === builtinKind) return freeOfCharge;
  const known = findKnownModel(ProviderKind.parse(kind), model);
  return known ? { input: known.inputPrice, output: known.outputPrice } : unknownPrice;
};

/** Converts US dollars into micro-credits. */
export const costOfDollars = (dollars: number): number => Math.round(dollars * 1_000_000 * creditsPerDollar);

/** Returns the price of a call in micro-credits. Dollars per million tokens times tokens are micro-dollars. */
export const computeCost = (price: Price, usage: { inputTokens: number; outputTokens: number }): number =>
  Math.ceil((price.input * usage.inputTokens + price.output * usage.outputTokens) * creditsPerDollar);
