import { describe, expect, it } from 'vitest';
import { readMessage, unwrap } from './api-error.ts';

describe('the message of a failed body', () => {
  it.each([
    ['nothing', '', 'Service Temporarily Unavailable'],
    ['blanks', ' \n ', 'Service Temporarily Unavailable'],
    ['an empty object', '{}', 'Service Temporarily Unavailable'],
    ['an empty JSON text', '""', 'Service Temporarily Unavailable'],
    ['null', 'null', 'Service Temporarily Unavailable'],
  ])('is the default when the body is %s', { tags: ['ERROR-01'] }, (_name, body, message) => {
    expect(readMessage(body)).toBe(message);
  });

  it('is the default when an HTML page has no heading', { tags: ['ERROR-02'] }, () => {
    expect(readMessage('<html><body><p>nginx</p></body></html>')).toBe('Service Temporarily Unavailable');
  });

  it('is the message of a JSON body, also of a JSON body in a JSON string', { tags: ['ERROR-03'] }, () => {
    expect(readMessage('{"message":"The name is taken."}')).toBe('The name is taken.');
    expect(readMessage(JSON.stringify('{"message":"The name is taken."}'))).toBe('The name is taken.');
  });

  it('is the object as text when it has no message', { tags: ['ERROR-04'] }, () => {
    expect(readMessage('{"reason":17}')).toBe('{"reason":17}');
  });

  it('is the first heading of an HTML page', { tags: ['ERROR-05'] }, () => {
    const page =
      '<!DOCTYPE html><html><body><center><h1>502 Bad Gateway</h1></center><h2>no</h2></body></html>';
    expect(readMessage(page)).toBe('502 Bad Gateway');
  });

  it('is the text itself when it is neither', () => {
    expect(readMessage('upstream timed out')).toBe('upstream timed out');
  });
});

const envelope = (parts: object) => JSON.stringify({ requestId: 'req_1', responseData: { a: 1 }, ...parts });

describe('an envelope', () => {
  it('succeeds only with success true and responseCode 200', { tags: ['API-04', 'API-05'] }, () => {
    expect(unwrap(200, envelope({ success: true, responseCode: 200 }))).toEqual({ data: { a: 1 } });
    expect(unwrap(200, envelope({ success: false, responseCode: 200 }))).toHaveProperty('error');
    expect(unwrap(200, envelope({ success: true, responseCode: 201 }))).toHaveProperty('error');
  });

  it('rejects as one error with message, code, status, request id, details and the whole response', {
    tags: ['API-06', 'API-07'],
  }, () => {
    const body = envelope({
      success: false,
      responseCode: 409,
      code: 'knowledge.name_taken',
      message: 'Taken.',
      details: { issues: [] },
    });
    expect(unwrap(409, body)).toMatchObject({
      error: {
        code: 'knowledge.name_taken',
        message: 'Taken.',
        status: 409,
        requestId: 'req_1',
        details: { issues: [] },
        body: { success: false, responseCode: 409, code: 'knowledge.name_taken', responseData: { a: 1 } },
      },
    });
  });

  it('keeps the whole body of a 404, also of one that is not an envelope', { tags: ['ERROR-07'] }, () => {
    expect(unwrap(404, '{"reason":17}', 'Not Found')).toMatchObject({
      error: { status: 404, message: '{"reason":17}', body: { reason: 17 } },
    });
    expect(unwrap(404, 'gone', 'Not Found')).toMatchObject({ error: { body: 'gone' } });
  });

  it('says the status text of a failure without a body', { tags: ['ERROR-07'] }, () => {
    expect(unwrap(404, '', 'Not Found')).toMatchObject({ error: { message: 'Not Found', status: 404 } });
  });
});
