import { ProviderKind } from '@atelier/contracts/content/models';
import { findKnownModel } from '@atelier/models/known-models';
import { type MicroCredits, toMicroCredits } from '../../../kernel/base/credits.ts';
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
export const costOfDollars = (dollars: number): MicroCredits => toMicroCredits(dollars * creditsPerDollar);

/**
 * Returns the price of a call by its tokens: of the most that it may use, which is held before it, and of what it used, which is charged.
 * Dollars per million tokens times tokens are micro-dollars.
 */
export const computeCost = (
  price: Price,
  usage: { inputTokens: number; outputTokens: number },
): MicroCredits =>
  Math.ceil((price.input * usage.inputTokens + price.output * usage.outputTokens) * creditsPerDollar);
