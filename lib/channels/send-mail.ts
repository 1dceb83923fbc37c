import type { DeliveryFailure } from '../core/notices/delivery.ts';

interface Mail {
  readonly id: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

const timeouts = { connectionTimeout: 5_000, greetingTimeout: 10_000, socketTimeout: 15_000 };

/** Replies of 500 and above are final (RFC 5321, section 4.2.1). */
const failureOf = (error: unknown): DeliveryFailure => {
  const { responseCode, code } = (error ?? {}) as { readonly responseCode?: unknown; readonly code?: unknown };
  const status = typeof responseCode === 'number' ? responseCode : undefined;
  // The message of the error may contain the address of the server, with its password.
  const what =
    status === undefined ? `did not answer (${typeof code === 'string' ? code : 'Error'})` : `answered ${status}`;
  return { problem: `the mail server ${what}`, isFinal: (status ?? 0) >= 500, waitMs: null };
};

/**
 * Sends a mail over SMTP, encrypted unless the server is on this machine.
 * @returns why it failed, without the address of the server; null if it was accepted
 */
export const sendMail = async (
  address: string,
  { id, from, to, subject, text }: Mail,
): Promise<DeliveryFailure | null> => {
  const { createTransport } = await import('nodemailer');
  const server = new URL(address);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(server.hostname);
  const transport = createTransport({
    // An IPv6 address stands in brackets in an address only.
    host: server.hostname.replaceAll(/[[\]]/g, ''),
    // Without a port, nodemailer takes the usual one of the protocol.
    port: Number(server.port),
    secure: server.protocol === 'smtps:',
    requireTLS: !isLocal,
    ignoreTLS: isLocal,
    ...(server.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(server.username), pass: decodeURIComponent(server.password) } }),
    ...timeouts,
  });
  try {
    const headers = { 'X-Headroom-Delivery': id, 'Auto-Submitted': 'auto-generated' };
    await transport.sendMail({ from, to: [...to], subject, text, headers });
    return null;
  } catch (error) {
    return failureOf(error);
  } finally {
    transport.close();
  }
};
