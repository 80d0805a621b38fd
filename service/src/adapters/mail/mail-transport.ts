// How a mail leaves the service.

export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The link or code the mail is about: what an operator without a mail server looks for. */
  readonly linkOrCode: string;
}

export interface MailTransport {
  /** Resolves when the mail has been handed over. */
  send(message: MailMessage): Promise<void>;
  close(): void;
}
