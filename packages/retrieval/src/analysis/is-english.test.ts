import { describe, expect, it } from 'vitest';
import { isEnglish } from './is-english.ts';

describe('isEnglish', () => {
  it('knows English by its function words', () => {
    for (const text of [
      'When does unused vacation expire?',
      'the São Paulo office',
      'papers on heat transfer in which flows separate',
      'What’s new?',
    ])
      expect(isEnglish(text), text).toBe(true);
  });

  it('takes a few plain words for English', () => {
    for (const text of ['vacation policy', 'low pass lattice', '2022', ''])
      expect(isEnglish(text), text).toBe(true);
    for (const text of ['Überstunden Regelung', '東京都', 'отпуск', 'low pass lattice filters'])
      expect(isEnglish(text), text).toBe(false);
  });

  it('is not misled by words that other languages have, too', () => {
    for (const text of [
      'Was will er in so einem Hotel?',
      'Wie hoch war der Umsatz im Jahr 2020?',
      '¿Quién ha escrito el informe y no lo ha enviado?',
      'Quem tem a chave do carro?',
      'Wat was de omzet in het jaar 2020?',
      'Toplam gelir ne kadar oldu?',
      'Сколько стоит билет?',
      '休暇はいつ失効しますか',
    ])
      expect(isEnglish(text), text).toBe(false);
  });
});
