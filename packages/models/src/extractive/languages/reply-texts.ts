import type { ReplyLanguage } from './question-language.ts';

/** The fixed sentences of the model in one language. */
export interface ReplyTexts {
  /** The sentence when no answer was found; the closest chunks follow it. */
  closest: string;
  /** The sentence when nothing was found at all. */
  nothing: string;
  /** Introduces other wordings of the question. */
  wordings: string;
  /** Names the document behind a value of a form. */
  from: string;
  greeting: string;
  thanks: string;
  farewell: string;
}

export const replyTexts: Record<ReplyLanguage, ReplyTexts> = {
  english: {
    closest: 'I found no clear answer in the documents. These parts of them come closest:',
    nothing: 'I could not find an answer to that in the documents.',
    wordings: 'You could also ask:',
    from: 'according to “{document}”',
    greeting: 'Hello! Ask me a question, and I will look for the answer in the documents.',
    thanks: 'You are welcome. Ask me whenever you need something else.',
    farewell: 'Goodbye!',
  },
  german: {
    closest: 'In den Dokumenten habe ich keine klare Antwort gefunden. Diese Stellen kommen ihr am nächsten:',
    nothing: 'In den Dokumenten konnte ich darauf keine Antwort finden.',
    wordings: 'Sie könnten auch fragen:',
    from: 'laut „{document}“',
    greeting: 'Hallo! Stellen Sie mir eine Frage, und ich suche die Antwort in den Dokumenten.',
    thanks: 'Gern geschehen. Fragen Sie, wann immer Sie etwas brauchen.',
    farewell: 'Auf Wiedersehen!',
  },
  french: {
    closest: 'Je n’ai pas trouvé de réponse claire dans les documents. Voici les passages les plus proches :',
    nothing: 'Je n’ai pas trouvé de réponse à cette question dans les documents.',
    wordings: 'Vous pourriez aussi demander :',
    from: 'selon « {document} »',
    greeting: 'Bonjour ! Posez-moi une question et je chercherai la réponse dans les documents.',
    thanks: 'Je vous en prie. N’hésitez pas à poser d’autres questions.',
    farewell: 'Au revoir !',
  },
  spanish: {
    closest: 'No he encontrado una respuesta clara en los documentos. Estos son los pasajes más cercanos:',
    nothing: 'No he encontrado una respuesta a esa pregunta en los documentos.',
    wordings: 'También podría preguntar:',
    from: 'según «{document}»',
    greeting: '¡Hola! Hágame una pregunta y buscaré la respuesta en los documentos.',
    thanks: 'De nada. Pregunte cuando necesite algo más.',
    farewell: '¡Hasta luego!',
  },
  italian: {
    closest: 'Non ho trovato una risposta chiara nei documenti. Questi sono i passaggi più vicini:',
    nothing: 'Non ho trovato una risposta a questa domanda nei documenti.',
    wordings: 'Potrebbe anche chiedere:',
    from: 'secondo «{document}»',
    greeting: 'Buongiorno! Mi faccia una domanda e cercherò la risposta nei documenti.',
    thanks: 'Prego. Chieda pure quando le serve altro.',
    farewell: 'Arrivederci!',
  },
  portuguese: {
    closest: 'Não encontrei uma resposta clara nos documentos. Estas são as passagens mais próximas:',
    nothing: 'Não encontrei uma resposta a essa pergunta nos documentos.',
    wordings: 'Também pode perguntar:',
    from: 'segundo «{document}»',
    greeting: 'Olá! Faça uma pergunta e procurarei a resposta nos documentos.',
    thanks: 'De nada. Pergunte sempre que precisar de mais alguma coisa.',
    farewell: 'Até logo!',
  },
  dutch: {
    closest:
      'Ik heb in de documenten geen duidelijk antwoord gevonden. Deze passages komen het dichtst in de buurt:',
    nothing: 'Ik heb daarop in de documenten geen antwoord gevonden.',
    wordings: 'U kunt ook vragen:',
    from: 'volgens „{document}”',
    greeting: 'Hallo! Stel me een vraag, dan zoek ik het antwoord in de documenten.',
    thanks: 'Graag gedaan. Vraag gerust wanneer u nog iets nodig hebt.',
    farewell: 'Tot ziens!',
  },
  danish: {
    closest: 'Jeg fandt ikke et klart svar i dokumenterne. Disse afsnit kommer tættest på:',
    nothing: 'Jeg kunne ikke finde et svar på det i dokumenterne.',
    wordings: 'Du kan også spørge:',
    from: 'ifølge „{document}“',
    greeting: 'Hej! Stil mig et spørgsmål, så leder jeg efter svaret i dokumenterne.',
    thanks: 'Selv tak. Spørg endelig, når du har brug for andet.',
    farewell: 'Farvel!',
  },
  norwegian: {
    closest: 'Jeg fant ikke noe klart svar i dokumentene. Disse avsnittene kommer nærmest:',
    nothing: 'Jeg fant ikke noe svar på det i dokumentene.',
    wordings: 'Du kan også spørre:',
    from: 'ifølge «{document}»',
    greeting: 'Hei! Still meg et spørsmål, så leter jeg etter svaret i dokumentene.',
    thanks: 'Bare hyggelig. Spør gjerne når du trenger noe mer.',
    farewell: 'Ha det bra!',
  },
  swedish: {
    closest: 'Jag hittade inget tydligt svar i dokumenten. De här avsnitten kommer närmast:',
    nothing: 'Jag hittade inget svar på det i dokumenten.',
    wordings: 'Du kan också fråga:',
    from: 'enligt ”{document}”',
    greeting: 'Hej! Ställ en fråga till mig, så letar jag efter svaret i dokumenten.',
    thanks: 'Varsågod. Fråga gärna när du behöver något mer.',
    farewell: 'Hej då!',
  },
  finnish: {
    closest: 'En löytänyt asiakirjoista selvää vastausta. Nämä kohdat ovat lähimpänä:',
    nothing: 'En löytänyt asiakirjoista vastausta tähän.',
    wordings: 'Voit kysyä myös:',
    from: 'lähteenä ”{document}”',
    greeting: 'Hei! Kysy minulta jotain, niin etsin vastauksen asiakirjoista.',
    thanks: 'Ole hyvä. Kysy, kun tarvitset jotain muuta.',
    farewell: 'Näkemiin!',
  },
  hungarian: {
    closest: 'Nem találtam egyértelmű választ a dokumentumokban. Ezek a részek állnak hozzá a legközelebb:',
    nothing: 'Erre nem találtam választ a dokumentumokban.',
    wordings: 'Ezt is kérdezheti:',
    from: 'a(z) „{document}” szerint',
    greeting: 'Üdvözlöm! Tegyen fel egy kérdést, és megkeresem a választ a dokumentumokban.',
    thanks: 'Szívesen. Kérdezzen bármikor, ha másra is szüksége van.',
    farewell: 'Viszontlátásra!',
  },
  romanian: {
    closest: 'Nu am găsit un răspuns clar în documente. Acestea sunt pasajele cele mai apropiate:',
    nothing: 'Nu am găsit un răspuns la această întrebare în documente.',
    wordings: 'Puteți întreba și:',
    from: 'conform „{document}”',
    greeting: 'Bună ziua! Puneți-mi o întrebare și voi căuta răspunsul în documente.',
    thanks: 'Cu plăcere. Întrebați oricând mai aveți nevoie de ceva.',
    farewell: 'La revedere!',
  },
  turkish: {
    closest: 'Belgelerde açık bir yanıt bulamadım. En yakın bölümler şunlar:',
    nothing: 'Belgelerde bu sorunun yanıtını bulamadım.',
    wordings: 'Şunu da sorabilirsiniz:',
    from: 'kaynak: “{document}”',
    greeting: 'Merhaba! Bana bir soru sorun, yanıtını belgelerde arayayım.',
    thanks: 'Rica ederim. Başka bir şeye ihtiyacınız olduğunda sorun.',
    farewell: 'Hoşça kalın!',
  },
  russian: {
    closest: 'Ясного ответа в документах я не нашёл. Вот самые близкие фрагменты:',
    nothing: 'Ответа на этот вопрос в документах я не нашёл.',
    wordings: 'Можно спросить и так:',
    from: 'согласно «{document}»',
    greeting: 'Здравствуйте! Задайте вопрос, и я поищу ответ в документах.',
    thanks: 'Пожалуйста. Спрашивайте, если понадобится что-то ещё.',
    farewell: 'До свидания!',
  },
  ukrainian: {
    closest: 'Чіткої відповіді в документах я не знайшов. Ось найближчі фрагменти:',
    nothing: 'Відповіді на це запитання в документах я не знайшов.',
    wordings: 'Можна запитати й так:',
    from: 'згідно з «{document}»',
    greeting: 'Вітаю! Поставте запитання, і я пошукаю відповідь у документах.',
    thanks: 'Будь ласка. Запитуйте, якщо знадобиться щось іще.',
    farewell: 'До побачення!',
  },
  arabic: {
    closest: 'لم أجد إجابة واضحة في المستندات. هذه أقرب المقاطع:',
    nothing: 'لم أجد إجابة عن هذا السؤال في المستندات.',
    wordings: 'يمكنك أيضًا أن تسأل:',
    from: 'وفقًا لـ “{document}”',
    greeting: 'مرحبًا! اطرح عليّ سؤالًا وسأبحث عن الإجابة في المستندات.',
    thanks: 'على الرحب والسعة. اسأل متى احتجت إلى شيء آخر.',
    farewell: 'إلى اللقاء!',
  },
  hebrew: {
    closest: 'לא מצאתי תשובה ברורה במסמכים. אלה הקטעים הקרובים ביותר:',
    nothing: 'לא מצאתי במסמכים תשובה לשאלה הזאת.',
    wordings: 'אפשר גם לשאול:',
    from: 'לפי “{document}”',
    greeting: 'שלום! שאלו אותי שאלה ואחפש את התשובה במסמכים.',
    thanks: 'בשמחה. אפשר לשאול בכל פעם שצריך עוד משהו.',
    farewell: 'להתראות!',
  },
  chinese: {
    closest: '我在文档中没有找到明确的答案。以下是最接近的段落：',
    nothing: '我在文档中没有找到这个问题的答案。',
    wordings: '您也可以这样问：',
    from: '出自“{document}”',
    greeting: '您好！请提问，我会在文档中查找答案。',
    thanks: '不客气。如有其他需要，请随时提问。',
    farewell: '再见！',
  },
  japanese: {
    closest: '文書の中に明確な答えは見つかりませんでした。最も近い箇所はこちらです。',
    nothing: '文書の中にその質問への答えは見つかりませんでした。',
    wordings: '次のように質問することもできます。',
    from: '出典：「{document}」',
    greeting: 'こんにちは。ご質問をどうぞ。文書の中から答えを探します。',
    thanks: 'どういたしまして。ほかにも必要なことがあれば、いつでもご質問ください。',
    farewell: 'さようなら。',
  },
};
