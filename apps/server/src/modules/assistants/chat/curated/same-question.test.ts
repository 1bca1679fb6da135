import { describe, expect, it } from 'vitest';
import { compared, isSameQuestion } from './same-question.ts';

const isSame = (one: string, other: string) => isSameQuestion(compared(one), compared(other));

describe('two questions', () => {
  it.each([
    ['What is the notice period?', 'what is the notice period'],
    ['What is the notice period?', 'Notice period?'],
    ['How do I cancel my subscription?', 'Hello, how can I cancel a subscription please'],
    ['How do I cancel my subscription?', 'how do we cancel our subscriptions'],
    ['How do I cancel my subscription?', 'How do I cancel my subscripton?'],
    ['How do I cancel my subscription?', 'How do I cancel my subscritpion?'],
    ['What’s your refund policy?', "what's the refund policy?"],
    ['Wie lange ist die Kündigungsfrist?', 'wie lange ist die kündigungsfrist'],
    ['Wie lange ist die Kündigungsfrist?', 'Hallo, wie lange ist die Kündigungsfrist bitte? Danke!'],
    ['Quel est le délai ?', 'Bonjour, quel est le délai ? Merci'],
    ['¿Cuánto cuesta?', 'Hola, ¿cuánto cuesta? Gracias'],
    ['Сколько это стоит?', 'Здравствуйте, сколько это стоит?'],
    ['返品できますか？', '返品できますか'],
    ['What is it?', 'what is it'],
    ['Does plan A cost 1,250.50?', 'does plan a cost 1,250.50'],
  ])('are the same: “%s” and “%s”', (one, other) => expect(isSame(one, other)).toBe(true));

  it.each([
    ['What does the gold plan cost?', 'What does the silver plan cost?'],
    ['Can I cancel before June?', 'Can I cancel after June?'],
    ['Is smoking allowed?', 'Is smoking not allowed?'],
    ['Can I cancel?', "Can't I cancel?"],
    ['How long is the trip from Vienna to Rome?', 'How long is the trip from Rome to Vienna?'],
    ['How do I contact you?', 'How do I contract you?'],
    ['What do employees pay?', 'What do employers pay?'],
    ['What is allowed in 2024?', 'What is allowed in 2025?'],
    ['When is the office open?', 'Where is the office open?'],
    ['Do you pay interest?', 'Do I pay interest?'],
    ['Who is the director?', 'Who was the director?'],
    ['What is the notice period?', 'What is the notice period for directors?'],
    ['How do I change my address?', 'How do I change my email address?'],
    ['What is it?', 'What is this?'],
    ['Wie lange ist die Kündigungsfrist?', 'Wie lange ist die Probezeit, bitte?'],
    ['', '?'],
  ])('are not the same: “%s” and “%s”', (one, other) => expect(isSame(one, other)).toBe(false));
});
