/** Formatting and sorting by the rules of languages, for code steps (`guestGlobals`). */
export const guestLanguages = String.raw`
({ query, define }, compare) => {
  const { entries } = Object;
  const { stringify } = JSON;
  const textOf = String;
  const plain = (value) => (value === undefined ? null : value);
  const numberText = (value) => (typeof value === 'number' || typeof value === 'bigint' ? textOf(value) : textOf(Number(value)));
  const moment = (value) => (value === undefined ? Date.now() : value instanceof Date ? value.getTime() : Number(value));
  const given = {
    DateTimeFormat: { format: (value) => [moment(value)], formatToParts: (value) => [moment(value)], formatRange: (a, b) => [moment(a), moment(b)] },
    NumberFormat: { format: (value) => [numberText(value)], formatToParts: (value) => [numberText(value)], formatRange: (a, b) => [numberText(a), numberText(b)] },
    Collator: { compare: (a, b) => [textOf(a), textOf(b)] },
    PluralRules: { select: (value) => [Number(value)] },
    RelativeTimeFormat: { format: (value, unit) => [Number(value), textOf(unit)], formatToParts: (value, unit) => [Number(value), textOf(unit)] },
    ListFormat: { format: (list) => [[...list].map(textOf)], formatToParts: (list) => [[...list].map(textOf)] },
    DisplayNames: { of: (code) => [textOf(code)] },
  };
  const Intl = {};
  for (const [kind, methods] of entries(given)) {
    const make = { [kind]: class {
      constructor(languages, options) {
        const call = (name, values) => query('intl', kind, plain(languages), plain(options), name, values);
        call('resolvedOptions', []);
        for (const [name, values] of entries(methods)) define(name, (...all) => call(name, values(...all)), this);
        define('resolvedOptions', () => call('resolvedOptions', []), this);
      }
    } }[kind];
    define(kind, make, Intl);
  }

  for (const name of ['Locale', 'Segmenter', 'DurationFormat'])
    define(name, function () {
      throw new TypeError('There is no Intl.' + name + ' in a code step.');
    }, Intl);

  for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'])
    define(name, function (languages, options) {
      const ms = this.getTime();
      return query('date', name, ms === ms ? ms : null, plain(languages), plain(options));
    }, Date.prototype);
  const showNumber = function (languages, options) {
    return query('intl', 'NumberFormat', plain(languages), plain(options), 'format', [textOf(this)]);
  };
  define('toLocaleString', showNumber, Number.prototype);
  define('toLocaleString', showNumber, BigInt.prototype);
  define('toLocaleString', function (languages, options) {
    return this.map((item) => (item === null || item === undefined ? '' : item.toLocaleString(languages, options))).join(',');
  }, Array.prototype);
  const isPlainWord = /^[a-z0-9]{0,1000}$/;
  // Sorting compares often, so this question has a short way.
  const comparison = (languages, options) =>
    languages === undefined && options === undefined ? '' : stringify([plain(languages), plain(options)]);
  define('localeCompare', function (other, languages, options) {
    const [one, two] = [textOf(this), textOf(other)];
    const spec = comparison(languages, options);
    if (one === two) return 0;
    // In English, these letters have the order of their numbers.
    if (spec === '' && isPlainWord.test(one) && isPlainWord.test(two)) return one < two ? -1 : 1;
    const result = compare(one, two, spec);
    if (result === 2) return query('intl', 'Collator', plain(languages), plain(options), 'compare', [one, two]);
    return result;
  }, String.prototype);
  define('toLocaleUpperCase', function (languages) {
    return query('upper', textOf(this), plain(languages));
  }, String.prototype);
  define('toLocaleLowerCase', function (languages) {
    return query('lower', textOf(this), plain(languages));
  }, String.prototype);

  define('Intl', Intl);
}`;
