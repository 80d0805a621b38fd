// Generated from the OpenAPI document of the service by npm run generate; do not edit.

export interface Operations {
  /** Register an organization and its owner */
  'POST /v1/auth/register': {
    path: undefined;
    query: undefined;
    body: {
      /** Name of the new organization */
      org_name: string;
      /** Email address */
      email: string;
      /** At least 8 characters */
      password: string;
    };
    answer: {
      user: {
        user_id: string;
        email: string;
        email_verified: boolean;
        org_id: string;
      };
    };
  };
  /** Log in */
  'POST /v1/auth/login': {
    path: undefined;
    query: undefined;
    body: {
      email: string;
      password: string;
    };
    answer: {
      /** Session token, valid for 24 hours */
      token: string;
      user: {
        user_id: string;
        email: string;
        email_verified: boolean;
        org_id: string;
      };
    } | {
      requires_2fa: true;
      /** For POST /v1/auth/verify-2fa. Works for one attempt */
      challenge_token: string;
    };
  };
  /** Complete a two-factor challenge */
  'POST /v1/auth/verify-2fa': {
    path: undefined;
    query: undefined;
    body: {
      challenge_token: string;
      /** A code from the email or the authenticator app, or a recovery code */
      otp: string;
    };
    answer: {
      /** Session token, valid for 24 hours */
      token: string;
      user: {
        user_id: string;
        email: string;
        email_verified: boolean;
        org_id: string;
      };
    };
  };
  /** Verify an email address */
  'POST /v1/auth/verify-email': {
    path: undefined;
    query: undefined;
    body: {
      /** The token from the link in the email */
      token: string;
    };
    answer: {
      success: true;
    };
  };
  /** Resend the verification email */
  'POST /v1/auth/resend-verification': {
    path: undefined;
    query: undefined;
    body: {
      /** Email address */
      email: string;
    };
    answer: {
      success: true;
    };
  };
  /** Request a link to set a new password */
  'POST /v1/auth/forgot-password': {
    path: undefined;
    query: undefined;
    body: {
      /** Email address */
      email: string;
    };
    answer: {
      success: true;
    };
  };
  /** Set a new password */
  'POST /v1/auth/reset-password': {
    path: undefined;
    query: undefined;
    body: {
      /** The token from the link in the email */
      token: string;
      /** At least 8 characters */
      password: string;
    };
    answer: {
      success: true;
    };
  };
  /** Get the user and the organization of the session */
  'GET /v1/auth/me': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      user: {
        user_id: string;
        email: string;
        email_verified: boolean;
        org_id: string;
        /** ISO 8601, UTC */
        created_at: string;
        role: "owner" | "admin" | "user";
        /** null: turned off */
        two_factor: "email" | "totp" | null;
      };
      org: {
        org_id: string;
        name: string;
        plan: "free" | "starter" | "growth" | "scale" | "enterprise";
      };
    };
  };
  /** End the session */
  'POST /v1/auth/logout': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      success: true;
    };
  };
  /** Get a ticket for the other environment */
  'POST /v1/auth/switch-ticket': {
    path: undefined;
    query: undefined;
    body: {
      /** SHA-256 of a secret that your program makes, in base64url */
      challenge: string;
    };
    answer: {
      /** Works once, for one minute, in the other environment */
      ticket: string;
    };
  };
  /** Log in with a ticket from the other environment */
  'POST /v1/auth/switch': {
    path: undefined;
    query: undefined;
    body: {
      /** From POST /v1/auth/switch-ticket */
      ticket: string;
      /** The secret behind the challenge */
      verifier: string;
    };
    answer: {
      /** Session token, valid for 24 hours */
      token: string;
      user: {
        user_id: string;
        email: string;
        email_verified: boolean;
        org_id: string;
      };
    } | {
      requires_2fa: true;
      /** For POST /v1/auth/verify-2fa. Works for one attempt */
      challenge_token: string;
    };
  };
  /** Start to set up two-factor authentication */
  'POST /v1/auth/2fa/setup': {
    path: undefined;
    query: undefined;
    body: {
      method: "email" | "totp";
    };
    answer: {
      /** Base32 secret, to type into an app */
      secret: string;
      /** Content of the QR code for an app */
      otpauth_url: string;
    } | {
      sent: true;
    };
  };
  /** Turn on two-factor authentication */
  'POST /v1/auth/2fa/enable': {
    path: undefined;
    query: undefined;
    body: {
      /** A code from the email or the authenticator app, or a recovery code */
      otp: string;
    };
    answer: {
      enabled: true;
      /** Ten codes. Each works once. Returned only in this response */
      recovery_codes: Array<string>;
    };
  };
  /** Turn off two-factor authentication */
  'POST /v1/auth/2fa/disable': {
    path: undefined;
    query: undefined;
    body: {
      password: string;
    };
    answer: {
      enabled: false;
    };
  };
  /** Rename the organization */
  'PATCH /v1/account/organization': {
    path: undefined;
    query: undefined;
    body: {
      /** Name of the organization */
      name: string;
    };
    answer: {
      org_id: string;
      name: string;
      plan: "free" | "starter" | "growth" | "scale" | "enterprise";
    };
  };
  /** List API keys of the organization */
  'GET /v1/account/api-keys': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      keys: Array<{
        key_id: string;
        /** Name of the key */
        name: string | null;
        /** Masked key */
        preview: string;
        /** ISO 8601, UTC */
        created_at: string;
        /** ISO 8601, UTC */
        last_used_at: string | null;
      }>;
    };
  };
  /** Create an API key for the organization */
  'POST /v1/account/api-keys': {
    path: undefined;
    query: undefined;
    body: {
      /** Name of the key */
      name?: string | null;
    };
    answer: {
      key_id: string;
      /** The complete key. Returned only in this response */
      key: string;
      /** Name of the key */
      name: string | null;
      /** ISO 8601, UTC */
      created_at: string;
    };
  };
  /** Revoke an API key */
  'DELETE /v1/account/api-keys/{key_id}': {
    path: {
      key_id: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      revoked: true;
    };
  };
  /** Get the branding */
  'GET /v1/account/branding': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      branding: {
        /** Display name */
        display_name: string | null;
        /** An https:// URL */
        logo_url: string | null;
        /** #rrggbb */
        primary_color: string | null;
        /** An https:// URL */
        support_url: string | null;
      } | null;
    };
  };
  /** Change the branding */
  'PATCH /v1/account/branding': {
    path: undefined;
    query: undefined;
    body: {
      /** Display name */
      display_name?: string | null;
      /** An https:// URL */
      logo_url?: string | null;
      /** #rrggbb */
      primary_color?: string | null;
      /** An https:// URL */
      support_url?: string | null;
    };
    answer: {
      branding: {
        /** Display name */
        display_name: string | null;
        /** An https:// URL */
        logo_url: string | null;
        /** #rrggbb */
        primary_color: string | null;
        /** An https:// URL */
        support_url: string | null;
      } | null;
    };
  };
  /** List domains, and show how people see the organization */
  'GET /v1/account/domains': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      domains: Array<{
        domain_id: string;
        /** Lowercase, with internationalized labels in punycode */
        domain: string;
        /** pending: not proven yet. verified: the last check found the proof. failing: the last check did not find the proof, and people see the domain until `expires_at`. expired: people no longer see the domain. A successful check makes it verified again */
        state: "pending" | "verified" | "failing" | "expired";
        /** How the domain was proven: dns or file. null: not proven */
        method: string | null;
        /** ISO 8601, UTC */
        verified_at: string | null;
        /** ISO 8601, UTC */
        checked_at: string | null;
        /** When people stop seeing a failing domain */
        expires_at: string | null;
        /** Why the last check failed */
        problem: string | null;
        /** The TXT record to publish. You can publish the file instead */
        dns: {
          type: "TXT";
          name: string;
          value: string;
        };
        /** The file to publish, with this line in its first 4 KB. You can publish the TXT record instead */
        file: {
          url: string;
          content: string;
        };
        /** ISO 8601, UTC */
        created_at: string;
      }>;
      /** The organization that signed. If there is a domain, trust the domain: anyone can choose any name */
      signer: {
        /** Name that the organization chose */
        name: string;
        /** A domain that the organization has proven to control, or null */
        domain: string | null;
        /** ISO 8601, UTC */
        domain_verified_at: string | null;
        /** A domain of another organization that the name looks like, or null */
        resembles: string | null;
      };
    };
  };
  /** Add a domain to prove */
  'POST /v1/account/domains': {
    path: undefined;
    query: undefined;
    body: {
      /** A domain name */
      domain: string;
    };
    answer: {
      domain_id: string;
      /** Lowercase, with internationalized labels in punycode */
      domain: string;
      /** pending: not proven yet. verified: the last check found the proof. failing: the last check did not find the proof, and people see the domain until `expires_at`. expired: people no longer see the domain. A successful check makes it verified again */
      state: "pending" | "verified" | "failing" | "expired";
      /** How the domain was proven: dns or file. null: not proven */
      method: string | null;
      /** ISO 8601, UTC */
      verified_at: string | null;
      /** ISO 8601, UTC */
      checked_at: string | null;
      /** When people stop seeing a failing domain */
      expires_at: string | null;
      /** Why the last check failed */
      problem: string | null;
      /** The TXT record to publish. You can publish the file instead */
      dns: {
        type: "TXT";
        name: string;
        value: string;
      };
      /** The file to publish, with this line in its first 4 KB. You can publish the TXT record instead */
      file: {
        url: string;
        content: string;
      };
      /** ISO 8601, UTC */
      created_at: string;
    };
  };
  /** Check a domain now */
  'POST /v1/account/domains/{domain_id}/check': {
    path: {
      domain_id: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      domain_id: string;
      /** Lowercase, with internationalized labels in punycode */
      domain: string;
      /** pending: not proven yet. verified: the last check found the proof. failing: the last check did not find the proof, and people see the domain until `expires_at`. expired: people no longer see the domain. A successful check makes it verified again */
      state: "pending" | "verified" | "failing" | "expired";
      /** How the domain was proven: dns or file. null: not proven */
      method: string | null;
      /** ISO 8601, UTC */
      verified_at: string | null;
      /** ISO 8601, UTC */
      checked_at: string | null;
      /** When people stop seeing a failing domain */
      expires_at: string | null;
      /** Why the last check failed */
      problem: string | null;
      /** The TXT record to publish. You can publish the file instead */
      dns: {
        type: "TXT";
        name: string;
        value: string;
      };
      /** The file to publish, with this line in its first 4 KB. You can publish the TXT record instead */
      file: {
        url: string;
        content: string;
      };
      /** ISO 8601, UTC */
      created_at: string;
    };
  };
  /** Remove a domain */
  'DELETE /v1/account/domains/{domain_id}': {
    path: {
      domain_id: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      deleted: true;
    };
  };
  /** List members and seats */
  'GET /v1/team/members': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      members: Array<{
        user_id: string;
        email: string;
        role: "owner" | "admin" | "user";
        email_verified: boolean;
        /** Number of active personal keys */
        api_key_count: number;
        /** ISO 8601, UTC */
        created_at: string;
        /** The last request with a session, to the minute. null: none yet */
        last_active_at: string | null;
      }>;
      plan: "free" | "starter" | "growth" | "scale" | "enterprise";
      /** Seats of the plan. null: no limit */
      max_members: number | null;
      /** Whether the plan includes the admin role */
      admin_role: boolean;
    };
  };
  /** Change the role of a member */
  'PATCH /v1/team/members/{user_id}/role': {
    path: {
      user_id: string;
    };
    query: undefined;
    body: {
      role: "owner" | "admin" | "user";
    };
    answer: {
      user_id: string;
      role: "owner" | "admin" | "user";
    };
  };
  /** Remove a member */
  'DELETE /v1/team/members/{user_id}': {
    path: {
      user_id: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      removed: true;
    };
  };
  /** List open invites */
  'GET /v1/team/invites': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      invites: Array<{
        invite_id: string;
        email: string;
        /** admin needs the Growth plan or above */
        role: "user" | "admin";
        inviter_id: string;
        /** ISO 8601, UTC */
        created_at: string;
        /** ISO 8601, UTC */
        expires_at: string;
      }>;
    };
  };
  /** Invite a member by email */
  'POST /v1/team/invites': {
    path: undefined;
    query: undefined;
    body: {
      /** Email address */
      email: string;
      /** admin needs the Growth plan or above */
      role: "user" | "admin";
    };
    answer: {
      invite_id: string;
      /** admin needs the Growth plan or above */
      role: "user" | "admin";
      /** ISO 8601, UTC */
      expires_at: string;
      /** A link to give to the invited person. It works once. It does not prove the email address, so the service sends an email to verify it */
      invite_url: string;
    };
  };
  /** Make a new link of an invite to copy */
  'POST /v1/team/invites/{invite_id}/link': {
    path: {
      invite_id: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      /** A link to give to the invited person. It works once. It does not prove the email address, so the service sends an email to verify it */
      invite_url: string;
      /** ISO 8601, UTC */
      expires_at: string;
    };
  };
  /** Cancel an open invite */
  'DELETE /v1/team/invites/{invite_id}': {
    path: {
      invite_id: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      cancelled: true;
    };
  };
  /** Preview an invite */
  'GET /v1/team/invites/{token}/preview': {
    path: {
      /** The token from the link in the email, or from the copied link */
      token: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      invite_id: string;
      /** admin needs the Growth plan or above */
      role: "user" | "admin";
      org_name: string;
      /** ISO 8601, UTC */
      expires_at: string;
    };
  };
  /** Accept an invite and join the team */
  'POST /v1/team/invites/{token}/accept': {
    path: {
      /** The token from the link in the email, or from the copied link */
      token: string;
    };
    query: undefined;
    body: {
      password: string;
    };
    answer: {
      /** Session token, valid for 24 hours */
      token: string;
      user: {
        user_id: string;
        org_id: string;
        /** admin needs the Growth plan or above */
        role: "user" | "admin";
        email_verified: boolean;
      };
    };
  };
  /** List your personal API keys */
  'GET /v1/team/members/me/api-keys': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      keys: Array<{
        key_id: string;
        /** Masked key */
        preview: string;
        /** ISO 8601, UTC */
        created_at: string;
      }>;
    };
  };
  /** Create a personal API key */
  'POST /v1/team/members/{user_id}/api-keys': {
    path: {
      user_id: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      key_id: string;
      /** The complete key. Returned only in this response */
      key: string;
      /** ISO 8601, UTC */
      created_at: string;
    };
  };
  /** Revoke a personal API key */
  'DELETE /v1/team/members/{user_id}/api-keys/{key_id}': {
    path: {
      user_id: string;
      key_id: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      revoked: true;
    };
  };
  /** List generators */
  'GET /v1/generators': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      generators: Array<{
        generator_id: string;
        org_id: string;
        name: string;
        status: "active" | "revoked";
        supported_formats: Array<"image" | "audio" | "text" | "video">;
        public_keys: Array<{
          kid: string;
          algorithm: "ml-dsa-65";
          key: string;
        }>;
        /** Who manages the private keys: the service (server) or you (client) */
        mode: "server" | "client";
        /** ISO 8601, UTC */
        created_at: string;
        /** ISO 8601, UTC */
        revoked_at: string | null;
      }>;
    };
  };
  /** Register a generator */
  'POST /v1/generators': {
    path: undefined;
    query: undefined;
    body: {
      /** Name of the generator */
      name: string;
      supported_formats: Array<"image" | "audio" | "text" | "video">;
      public_keys?: Array<{
        /** Your name for the key */
        kid: string;
        algorithm: "ml-dsa-65";
        /** Raw public key (1952 bytes) in base64 */
        key: string;
      }>;
    };
    answer: {
      generator_id: string;
      name: string;
      supported_formats: Array<"image" | "audio" | "text" | "video">;
      status: "active" | "revoked";
    };
  };
  /** Get a generator */
  'GET /v1/generators/{generator_id}': {
    path: {
      generator_id: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      generator_id: string;
      org_id: string;
      name: string;
      status: "active" | "revoked";
      supported_formats: Array<"image" | "audio" | "text" | "video">;
      public_keys: Array<{
        kid: string;
        algorithm: "ml-dsa-65";
        key: string;
      }>;
      /** Who manages the private keys: the service (server) or you (client) */
      mode: "server" | "client";
      /** ISO 8601, UTC */
      created_at: string;
      /** ISO 8601, UTC */
      revoked_at: string | null;
    };
  };
  /** Revoke a generator */
  'PUT /v1/generators/{generator_id}/revoke': {
    path: {
      generator_id: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      generator_id: string;
      status: "revoked";
    };
  };
  /** Rotate the signing key of a service-managed generator */
  'POST /v1/generators/{generator_id}/rotate-key': {
    path: {
      generator_id: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      generator_id: string;
      active_kid: string;
      retired_kid: string;
    };
  };
  /** Get the public keys of a generator */
  'GET /v1/keys/{generator_id}': {
    path: {
      generator_id: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      generator_id: string;
      status: "active" | "revoked";
      keys: Array<{
        kid: string;
        algorithm: "ml-dsa-65";
        key: string;
        status: "active" | "retired";
        /** ISO 8601, UTC */
        created_at: string;
        /** ISO 8601, UTC */
        retired_at: string | null;
      }>;
    };
  };
  /** List records, newest first */
  'GET /v1/records': {
    path: undefined;
    query: {
      limit?: number;
      /** next_cursor of the previous page */
      before?: string;
      generator_id?: string;
      format?: "image" | "audio" | "text" | "video";
      /** Name of the AI model */
      model?: string;
      /** ISO 8601 date or timestamp, inclusive */
      from?: string;
      /** ISO 8601 date or timestamp, inclusive */
      to?: string;
      /** Only records that were verified at least once, never, or at least once with this verdict. tampered: the content is not as signed. not_proven: neither authentic nor tampered */
      verdict?: "verified" | "never_verified" | "authentic" | "tampered" | "not_proven";
      /** A token, a record ID, a content hash (`sha3-256:…`), or a part of a label in any case */
      search?: string;
    };
    body: undefined;
    answer: {
      records: Array<{
        record_id: string;
        token: string;
        watermark_id: string;
        generator_id: string;
        model: string;
        format: "image" | "audio" | "text" | "video";
        mode: "server" | "client";
        content_hash: string;
        kid: string;
        phash: string | null;
        /** ISO 8601, UTC */
        signed_at: string;
        /** The private label, or null */
        label: string | null;
        /** Whether GET /v1/records/:record_id/thumbnail returns a picture */
        has_thumbnail: boolean;
        /** All verifications: the sum of the next three counts */
        verification_count: number;
        authentic_count: number;
        tamper_count: number;
        not_proven_count: number;
      }>;
      /** Absent on the last page */
      next_cursor?: string;
    };
  };
  /** Store a record that you signed yourself */
  'POST /v1/records': {
    path: undefined;
    query: undefined;
    body: {
      /** `sha3-256:` and 64 lowercase hex characters */
      content_hash: string;
      generator_id: string;
      /** Name of the AI model */
      model: string;
      /** Must be unique in the service */
      watermark_id: string;
      /** ML-DSA-65 signature over the canonical JSON of signed_payload, in base64 */
      signature: string;
      signed_payload: {
        /** `sha3-256:` and 64 lowercase hex characters */
        content_hash: string;
        generator_id: string;
        /** Name of the AI model */
        model: string;
        /** Must be unique in the service */
        watermark_id: string;
      };
      /** 64-bit perceptual hash. Used for search, never signed */
      phash?: string;
      format?: "image" | "audio" | "text" | "video";
      /** The exact format of the signed bytes. Set it if your files carry the token in their metadata: without it, only a file whose whole bytes have the signed hash is authentic */
      exact_format?: "jpeg" | "png" | "webp" | "wav" | "flac" | "mp3" | "mp4" | "mov" | "matroska" | "webm" | "pdf" | "html" | "plain-text";
      /** A private name of the record, one line. Only your organization sees it. Needs keeps_labels */
      label?: string;
    };
    answer: {
      /** svc_… */
      token: string;
      record_id: string;
    };
  };
  /** List the names of models in your records */
  'GET /v1/records/models': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      models: Array<string>;
    };
  };
  /** Export records, newest first */
  'GET /v1/records/export': {
    path: undefined;
    query: {
      file_type?: "csv" | "json";
      generator_id?: string;
      format?: "image" | "audio" | "text" | "video";
      /** Name of the AI model */
      model?: string;
      /** ISO 8601 date or timestamp, inclusive */
      from?: string;
      /** ISO 8601 date or timestamp, inclusive */
      to?: string;
      /** Only records that were verified at least once, never, or at least once with this verdict. tampered: the content is not as signed. not_proven: neither authentic nor tampered */
      verdict?: "verified" | "never_verified" | "authentic" | "tampered" | "not_proven";
      /** A token, a record ID, a content hash (`sha3-256:…`), or a part of a label in any case */
      search?: string;
    };
    body: undefined;
    answer: {
      records: Array<{
        record_id: string;
        token: string;
        watermark_id: string;
        generator_id: string;
        model: string;
        format: "image" | "audio" | "text" | "video";
        mode: "server" | "client";
        content_hash: string;
        kid: string;
        phash: string | null;
        /** ISO 8601, UTC */
        signed_at: string;
        /** The private label, or null */
        label: string | null;
        /** Whether GET /v1/records/:record_id/thumbnail returns a picture */
        has_thumbnail: boolean;
        /** All verifications: the sum of the next three counts */
        verification_count: number;
        authentic_count: number;
        tamper_count: number;
        not_proven_count: number;
      }>;
    } | string;
  };
  /** Store up to 50 records, all or none */
  'POST /v1/records/batch': {
    path: undefined;
    query: undefined;
    body: {
      records: Array<{
        /** `sha3-256:` and 64 lowercase hex characters */
        content_hash: string;
        generator_id: string;
        /** Name of the AI model */
        model: string;
        /** Must be unique in the service */
        watermark_id: string;
        /** ML-DSA-65 signature over the canonical JSON of signed_payload, in base64 */
        signature: string;
        signed_payload: {
          /** `sha3-256:` and 64 lowercase hex characters */
          content_hash: string;
          generator_id: string;
          /** Name of the AI model */
          model: string;
          /** Must be unique in the service */
          watermark_id: string;
        };
        /** 64-bit perceptual hash. Used for search, never signed */
        phash?: string;
        format?: "image" | "audio" | "text" | "video";
        /** The exact format of the signed bytes. Set it if your files carry the token in their metadata: without it, only a file whose whole bytes have the signed hash is authentic */
        exact_format?: "jpeg" | "png" | "webp" | "wav" | "flac" | "mp3" | "mp4" | "mov" | "matroska" | "webm" | "pdf" | "html" | "plain-text";
        /** A private name of the record, one line. Only your organization sees it. Needs keeps_labels */
        label?: string;
      }>;
    };
    answer: {
      results: Array<{
        /** svc_… */
        token: string;
        record_id: string;
      }>;
    };
  };
  /** Get a record */
  'GET /v1/records/{record_id}': {
    path: {
      record_id: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      record_id: string;
      watermark_id: string;
      generator_id: string;
      org_id: string;
      org_name: string;
      /** The organization that signed. If there is a domain, trust the domain: anyone can choose any name */
      signer: {
        /** Name that the organization chose */
        name: string;
        /** A domain that the organization has proven to control, or null */
        domain: string | null;
        /** ISO 8601, UTC */
        domain_verified_at: string | null;
        /** A domain of another organization that the name looks like, or null */
        resembles: string | null;
      };
      model: string;
      format: "image" | "audio" | "text" | "video";
      /** The exact format of the signed bytes. Set it if your files carry the token in their metadata: without it, only a file whose whole bytes have the signed hash is authentic */
      exact_format?: "jpeg" | "png" | "webp" | "wav" | "flac" | "mp3" | "mp4" | "mov" | "matroska" | "webm" | "pdf" | "html" | "plain-text";
      content_hash: string;
      signature: string;
      signed_payload: {
        content_hash: string;
        generator_id: string;
        model: string;
        watermark_id: string;
      };
      algorithm: "ml-dsa-65";
      /** The key that signed. GET /v1/keys/:generator_id returns it */
      kid: string;
      mode: "server" | "client";
      phash?: string;
      /** ISO 8601, UTC */
      signed_at: string;
      /** If revoked, do not trust the record */
      generator_status: "active" | "revoked";
    };
  };
  /** Get a record as C2PA-compatible JSON */
  'GET /v1/records/{record_id}/c2pa': {
    path: {
      record_id: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      "@context": Record<string, string>;
      claim_generator: string;
      instance_id: string;
      assertions: Array<{
        label: string;
        data: Record<string, unknown>;
      }>;
    };
  };
  /** Get the proof bundle of a record, for offline verification */
  'GET /v1/records/{record_id}/bundle': {
    path: {
      record_id: string;
    };
    query: undefined;
    body: undefined;
    answer: unknown;
  };
  /** Get what the service keeps about your records */
  'GET /v1/account/record-settings': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      /** Whether signing keeps a private label: the field label, or the name of the uploaded file */
      keeps_labels: boolean;
      /** Whether signing keeps a small picture of each image */
      keeps_thumbnails: boolean;
    };
  };
  /** Change what the service keeps about your records */
  'PATCH /v1/account/record-settings': {
    path: undefined;
    query: undefined;
    body: {
      /** Whether signing keeps a private label: the field label, or the name of the uploaded file */
      keeps_labels?: boolean;
      /** Whether signing keeps a small picture of each image */
      keeps_thumbnails?: boolean;
    };
    answer: {
      /** Whether signing keeps a private label: the field label, or the name of the uploaded file */
      keeps_labels: boolean;
      /** Whether signing keeps a small picture of each image */
      keeps_thumbnails: boolean;
    };
  };
  /** Get the private notes of a record */
  'GET /v1/records/{record_id}/notes': {
    path: {
      record_id: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      record_id: string;
      /** The private label, or null */
      label: string | null;
      has_thumbnail: boolean;
    };
  };
  /** Change or remove the label of a record */
  'PATCH /v1/records/{record_id}/notes': {
    path: {
      record_id: string;
    };
    query: undefined;
    body: {
      /** A private name of the record, one line. Only your organization sees it. Needs keeps_labels */
      label: string | null;
    };
    answer: {
      record_id: string;
      /** The private label, or null */
      label: string | null;
      has_thumbnail: boolean;
    };
  };
  /** Get the thumbnail of a record */
  'GET /v1/records/{record_id}/thumbnail': {
    path: {
      record_id: string;
    };
    query: undefined;
    body: undefined;
    answer: Blob;
  };
  /** Embed a signed C2PA manifest into the file of a record */
  'POST /v1/records/{record_id}/c2pa/embed': {
    path: {
      record_id: string;
    };
    query: undefined;
    body: {
      /** The file, up to 51 MB */
      content: Blob;
      /** ml-dsa-65: the key of the generator signs. classical: the certificate of the organization does */
      signature?: "ml-dsa-65" | "classical";
      /** embedded: the file with its manifest. sidecar: the manifest alone (.c2pa), for a file that stays as it is */
      output?: "embedded" | "sidecar";
    };
    answer: Blob;
  };
  /** The root certificates of C2PA manifests signed here */
  'GET /.well-known/c2pa-roots.pem': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: string;
  };
  /** The root of classical certificates issued here */
  'GET /.well-known/c2pa-classical-roots.pem': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: string;
  };
  /** The certificates of the organization, newest first */
  'GET /v1/c2pa/certificates': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      certificates: Array<{
        certificate_id: string;
        /** service: issued here. request: for a key made here. import: with a key that you brought */
        source: "service" | "request" | "import";
        /** requested: waits for its chain. active: signs. replaced: another certificate signs now. revoked: signs nothing more */
        state: "requested" | "active" | "replaced" | "revoked";
        subject: string;
        issuer: string | null;
        /** Hexadecimal */
        serial_number: string | null;
        /** ES256, ES384, PS256 or Ed25519 */
        algorithm: string | null;
        /** ISO 8601, UTC */
        not_before: string | null;
        /** ISO 8601, UTC */
        not_after: string | null;
        /** PEM (PKCS #10), while the chain is missing */
        signing_request: string | null;
        /** PEM, without the root */
        chain: string | null;
        /** ISO 8601, UTC */
        created_at: string;
        /** ISO 8601, UTC */
        revoked_at: string | null;
      }>;
      /** ml-dsa-65: the key of the generator signs. classical: the certificate of the organization does */
      default_signature: "ml-dsa-65" | "classical";
    };
  };
  /** Request a certificate */
  'POST /v1/c2pa/certificates': {
    path: undefined;
    query: undefined;
    body: {
      /** Two capital letters */
      country: string;
      /** As the authority knows it */
      organization: string;
      /** The name that viewers show */
      common_name: string;
    };
    answer: {
      certificate_id: string;
      /** service: issued here. request: for a key made here. import: with a key that you brought */
      source: "service" | "request" | "import";
      /** requested: waits for its chain. active: signs. replaced: another certificate signs now. revoked: signs nothing more */
      state: "requested" | "active" | "replaced" | "revoked";
      subject: string;
      issuer: string | null;
      /** Hexadecimal */
      serial_number: string | null;
      /** ES256, ES384, PS256 or Ed25519 */
      algorithm: string | null;
      /** ISO 8601, UTC */
      not_before: string | null;
      /** ISO 8601, UTC */
      not_after: string | null;
      /** PEM (PKCS #10), while the chain is missing */
      signing_request: string | null;
      /** PEM, without the root */
      chain: string | null;
      /** ISO 8601, UTC */
      created_at: string;
      /** ISO 8601, UTC */
      revoked_at: string | null;
    };
  };
  /** Bring back the chain of a requested certificate */
  'PUT /v1/c2pa/certificates/{certificate_id}/chain': {
    path: {
      certificate_id: string;
    };
    query: undefined;
    body: {
      /** PEM: the certificate of the key first, then the one that issued it, and so on; a root is checked and left out */
      chain: string;
    };
    answer: {
      certificate_id: string;
      /** service: issued here. request: for a key made here. import: with a key that you brought */
      source: "service" | "request" | "import";
      /** requested: waits for its chain. active: signs. replaced: another certificate signs now. revoked: signs nothing more */
      state: "requested" | "active" | "replaced" | "revoked";
      subject: string;
      issuer: string | null;
      /** Hexadecimal */
      serial_number: string | null;
      /** ES256, ES384, PS256 or Ed25519 */
      algorithm: string | null;
      /** ISO 8601, UTC */
      not_before: string | null;
      /** ISO 8601, UTC */
      not_after: string | null;
      /** PEM (PKCS #10), while the chain is missing */
      signing_request: string | null;
      /** PEM, without the root */
      chain: string | null;
      /** ISO 8601, UTC */
      created_at: string;
      /** ISO 8601, UTC */
      revoked_at: string | null;
    };
  };
  /** Import a key and its chain */
  'POST /v1/c2pa/certificates/import': {
    path: undefined;
    query: undefined;
    body: {
      /** PEM, without a passphrase */
      private_key: string;
      /** PEM: the certificate of the key first, then the one that issued it, and so on; a root is checked and left out */
      chain: string;
    };
    answer: {
      certificate_id: string;
      /** service: issued here. request: for a key made here. import: with a key that you brought */
      source: "service" | "request" | "import";
      /** requested: waits for its chain. active: signs. replaced: another certificate signs now. revoked: signs nothing more */
      state: "requested" | "active" | "replaced" | "revoked";
      subject: string;
      issuer: string | null;
      /** Hexadecimal */
      serial_number: string | null;
      /** ES256, ES384, PS256 or Ed25519 */
      algorithm: string | null;
      /** ISO 8601, UTC */
      not_before: string | null;
      /** ISO 8601, UTC */
      not_after: string | null;
      /** PEM (PKCS #10), while the chain is missing */
      signing_request: string | null;
      /** PEM, without the root */
      chain: string | null;
      /** ISO 8601, UTC */
      created_at: string;
      /** ISO 8601, UTC */
      revoked_at: string | null;
    };
  };
  /** Renew a certificate */
  'POST /v1/c2pa/certificates/{certificate_id}/renew': {
    path: {
      certificate_id: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      certificate_id: string;
      /** service: issued here. request: for a key made here. import: with a key that you brought */
      source: "service" | "request" | "import";
      /** requested: waits for its chain. active: signs. replaced: another certificate signs now. revoked: signs nothing more */
      state: "requested" | "active" | "replaced" | "revoked";
      subject: string;
      issuer: string | null;
      /** Hexadecimal */
      serial_number: string | null;
      /** ES256, ES384, PS256 or Ed25519 */
      algorithm: string | null;
      /** ISO 8601, UTC */
      not_before: string | null;
      /** ISO 8601, UTC */
      not_after: string | null;
      /** PEM (PKCS #10), while the chain is missing */
      signing_request: string | null;
      /** PEM, without the root */
      chain: string | null;
      /** ISO 8601, UTC */
      created_at: string;
      /** ISO 8601, UTC */
      revoked_at: string | null;
    };
  };
  /** Revoke a certificate */
  'POST /v1/c2pa/certificates/{certificate_id}/revoke': {
    path: {
      certificate_id: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      certificate_id: string;
      /** service: issued here. request: for a key made here. import: with a key that you brought */
      source: "service" | "request" | "import";
      /** requested: waits for its chain. active: signs. replaced: another certificate signs now. revoked: signs nothing more */
      state: "requested" | "active" | "replaced" | "revoked";
      subject: string;
      issuer: string | null;
      /** Hexadecimal */
      serial_number: string | null;
      /** ES256, ES384, PS256 or Ed25519 */
      algorithm: string | null;
      /** ISO 8601, UTC */
      not_before: string | null;
      /** ISO 8601, UTC */
      not_after: string | null;
      /** PEM (PKCS #10), while the chain is missing */
      signing_request: string | null;
      /** PEM, without the root */
      chain: string | null;
      /** ISO 8601, UTC */
      created_at: string;
      /** ISO 8601, UTC */
      revoked_at: string | null;
    };
  };
  /** Set how manifests are signed unless a request says otherwise */
  'PUT /v1/c2pa/default-signature': {
    path: undefined;
    query: undefined;
    body: {
      /** ml-dsa-65: the key of the generator signs. classical: the certificate of the organization does */
      default_signature: "ml-dsa-65" | "classical";
    };
    answer: {
      /** ml-dsa-65: the key of the generator signs. classical: the certificate of the organization does */
      default_signature: "ml-dsa-65" | "classical";
    };
  };
  /** Find manifests by the value of a soft binding */
  'GET /v1/c2pa/matches/byBinding': {
    path: undefined;
    query: {
      /** Name of a soft binding algorithm, such as org.content-provenance.dct-image.1 */
      alg: string;
      /** Base64 */
      value: string;
      /** At most this many matches; the service returns no more than 100 */
      maxResults?: number;
    };
    body: undefined;
    answer: {
      /** Empty if nothing was found. All manifests are on this server: GET /manifests/{manifestId} */
      matches: Array<{
        /** Label of the active manifest */
        manifestId: string;
      }>;
    };
  };
  /** Find manifests by the value of a soft binding, sent in the body */
  'POST /v1/c2pa/matches/byBinding': {
    path: undefined;
    query: {
      /** At most this many matches; the service returns no more than 100 */
      maxResults?: number;
    };
    body: {
      /** Name of a soft binding algorithm, such as org.content-provenance.dct-image.1 */
      alg: string;
      /** Base64 */
      value: string;
    };
    answer: {
      /** Empty if nothing was found. All manifests are on this server: GET /manifests/{manifestId} */
      matches: Array<{
        /** Label of the active manifest */
        manifestId: string;
      }>;
    };
  };
  /** Find the manifests of a file */
  'POST /v1/c2pa/matches/byContent': {
    path: undefined;
    query: {
      /** Name of a soft binding algorithm, such as org.content-provenance.dct-image.1 */
      alg?: string;
      /** At most this many matches; the service returns no more than 100 */
      maxResults?: number;
      /** Name of a soft binding algorithm, such as org.content-provenance.dct-image.1 */
      hintAlg?: string;
      /** Base64 */
      hintValue?: string;
    };
    body: Blob;
    answer: {
      /** Empty if nothing was found. All manifests are on this server: GET /manifests/{manifestId} */
      matches: Array<{
        /** Label of the active manifest */
        manifestId: string;
      }>;
    };
  };
  /** Find the manifests of a file that the service fetches */
  'POST /v1/c2pa/matches/byReference': {
    path: undefined;
    query: {
      /** Name of a soft binding algorithm, such as org.content-provenance.dct-image.1 */
      alg?: string;
      /** At most this many matches; the service returns no more than 100 */
      maxResults?: number;
      /** Name of a soft binding algorithm, such as org.content-provenance.dct-image.1 */
      hintAlg?: string;
      /** Base64 */
      hintValue?: string;
    };
    body: {
      /** https:// URL of the asset */
      referenceUrl: string;
      /** Bytes; the asset must have exactly this length */
      assetLength: number;
      /** Content type; the asset must have this type */
      assetType?: string;
      /** Leave it out: the service searches the whole asset */
      region?: Array<unknown>;
    };
    answer: {
      /** Empty if nothing was found. All manifests are on this server: GET /manifests/{manifestId} */
      matches: Array<{
        /** Label of the active manifest */
        manifestId: string;
      }>;
    };
  };
  /** Get a manifest store */
  'GET /v1/c2pa/manifests/{manifest_id}': {
    path: {
      /** Label of the active manifest */
      manifest_id: string;
    };
    query: {
      returnActiveManifest?: boolean;
    };
    body: undefined;
    answer: Blob;
  };
  /** Delete a stored manifest and its bindings */
  'DELETE /v1/c2pa/manifests/{manifest_id}': {
    path: {
      /** Label of the active manifest */
      manifest_id: string;
    };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  /** Store a manifest */
  'POST /v1/c2pa/manifests': {
    path: undefined;
    query: {
      returnReceipt?: boolean;
    };
    body: Blob;
    answer: {
      /** Label of the active manifest */
      manifestId: string;
    };
  };
  /** Bind a value to a stored manifest */
  'POST /v1/c2pa/bindings': {
    path: undefined;
    query: undefined;
    body: {
      /** Base64 */
      bindingValue: string;
      /** Label of the active manifest */
      manifestId: string;
      /** Name of a soft binding algorithm, such as org.content-provenance.dct-image.1 */
      alg?: string;
    };
    answer: undefined;
  };
  /** Bind a value to another stored manifest */
  'PUT /v1/c2pa/bindings': {
    path: undefined;
    query: undefined;
    body: {
      /** Base64 */
      bindingValue: string;
      /** Label of the active manifest */
      manifestId: string;
      /** Name of a soft binding algorithm, such as org.content-provenance.dct-image.1 */
      alg?: string;
    };
    answer: undefined;
  };
  /** The soft binding algorithms that the service detects */
  'GET /v1/c2pa/services/supportedAlgorithms': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      watermarks: Array<{
        /** Name of a soft binding algorithm, such as org.content-provenance.dct-image.1 */
        alg: string;
      }>;
      fingerprints: Array<{
        /** Name of a soft binding algorithm, such as org.content-provenance.dct-image.1 */
        alg: string;
      }>;
    };
  };
  /** What the resolution API can do */
  'GET /v1/c2pa/services/capabilities': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      /** Release of the C2PA specification that describes this API */
      c2paSpecificationVersion: string;
      supportedCapabilities: Array<"queryByContent" | "queryByReference" | "storeManifests" | "storeBindings">;
      /** Whether the repository issues receipts */
      receipts: boolean;
    };
  };
  /** Whether the resolution API works */
  'GET /v1/c2pa/services/status': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      status: "ok" | "degraded" | "down";
      timestamp: string;
    };
  };
  /** Where the resolution API is */
  'GET /.well-known/c2pa-soft-binding-resolution': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      apiEndpoint: string;
      /** Release of the C2PA specification that describes this API */
      c2paSpecificationVersion: string;
      capabilitiesEndpoint: string;
      statusEndpoint: string;
    };
  };
  /** Sign content with a key that the service manages */
  'POST /v1/sign': {
    path: undefined;
    query: undefined;
    body: {
      /** The file, up to 50 MB */
      content: Blob;
      /** Name of the AI model */
      model: string;
      generator_id: string;
      format?: "image" | "audio" | "text" | "video";
      /** By default, these carry a neural watermark in addition to the other one: images, videos with in_band, and WAV files if the audio networks are installed. It survives resizing that removes the other watermark. false: no neural watermark. true: the service also decodes, watermarks and encodes MP3 and FLAC again with the same codec, and adds a note if the content cannot carry one. Someone who tries hard enough can remove a watermark. */
      neural?: "true" | "false";
      /** Strength of the watermarks in an image. balanced (default): people do not see them at a normal viewing distance. strong: they survive more changes, but can be visible and can enlarge a graphic with few colors. faint: they survive fewer changes. none: content of any format carries only its token. */
      watermark?: "balanced" | "strong" | "faint" | "none";
      /** true: a video carries the watermark in every frame and in its audio. The service encodes it again at visually lossless quality, within limits for duration and pixels */
      in_band?: "true" | "false";
      /** A private name of the record, one line. Only your organization sees it. Needs keeps_labels */
      label?: string;
      /** keep: a C2PA manifest in the JPEG or PNG becomes an ingredient of a new manifest that is embedded into the signed file (Growth and above). Without it, signing breaks the manifest, and a note says so */
      c2pa?: "keep";
    };
    answer: Blob;
  };
  /** Verify content */
  'POST /v1/verify': {
    path: undefined;
    query: undefined;
    body: {
      /** The file, up to 51 MB */
      content: Blob;
      /** A token. If you send it, the service looks for nothing else */
      token?: string;
      format?: "image" | "audio" | "text" | "video";
      /** true: the response also says where the content no longer carries the watermark of its record (see `localization`). This takes longer. */
      localize?: "true" | "false";
    };
    answer: {
      /** The result in one word, as on the verify page. copy: found only by a watermark, and similar to the record. With `localize=true`, only if no part lacks the watermark */
      verdict: "authentic" | "changed" | "copy" | "mark_on_other_content" | "resembles" | "original" | "revoked" | "invalid_record" | "other_credentials_intact" | "other_credentials_broken" | "other_credentials_unchecked" | "token_without_record" | "nothing_found" | "empty_file" | "unknown_type" | "unreadable_file";
      /** The checks that ran */
      checks: Array<{
        name: "token" | "watermark" | "neural_watermark" | "looks" | "sound" | "signature" | "content" | "credentials";
        /** Whether the check found what it looked for */
        passed: boolean;
      }>;
      authentic: boolean;
      tampered: boolean;
      /** Confidence in the identification, not in the integrity */
      confidence: "high" | "medium" | "low" | "none";
      /** Whether the content looks or sounds like the content of the record. near: their fingerprints match, which proves nothing. far: their fingerprints differ, because other content carries the watermark or the token, or because the content was strongly cropped or edited. unknown: no record, or nothing to compare */
      likeness: "near" | "far" | "unknown";
      /** provided, xmp, watermark, phash, fingerprint or neural_watermark */
      token_source: string | null;
      /** image, audio, text or video. null: unknown format */
      format: string | null;
      signals: {
        watermark_found: boolean;
        record_found: boolean;
        signature_valid: boolean;
        phash_match: boolean;
        fingerprint_match: boolean;
        neural_watermark_found: boolean;
      };
      provenance: {
        /** Name of the organization */
        org: string;
        /** The organization that signed. If there is a domain, trust the domain: anyone can choose any name */
        signer: {
          /** Name that the organization chose */
          name: string;
          /** A domain that the organization has proven to control, or null */
          domain: string | null;
          /** ISO 8601, UTC */
          domain_verified_at: string | null;
          /** A domain of another organization that the name looks like, or null */
          resembles: string | null;
        };
        org_id: string;
        record_id: string;
        generator_id: string;
        model: string;
        /** ISO 8601, UTC */
        signed_at: string;
        /** The key that signed */
        kid: string;
        /** ISO 8601, UTC */
        revoked_at: string | null;
      } | null;
      /** What a C2PA manifest in the upload says, or one that was recovered for it. Left out if there is none */
      c2pa?: {
        /** Whether the upload contains the manifest. false: see `remote_url` or `recovered` */
        found: boolean;
        /** true: the upload has no manifest, and this one comes from the repository, because the upload names its record. It says nothing about the bytes of the upload, so validation_status and state are left out */
        recovered?: boolean;
        /** If recovered: get the manifest at /v1/c2pa/manifests/{manifest_id} */
        manifest_id?: string;
        /** Whether the signature, the assertions and the binding to this file are correct; not whether the signer is trusted */
        validation_status?: "valid" | "invalid";
        /** Labels of the active manifest, at most 1,000 */
        assertions: Array<string>;
        manifest_count: number;
        /** As the certificate names it; empty if it could not be read */
        signature_issuer: string;
        /** Whether the active manifest is signed under a certificate of this service */
        is_service: boolean;
        /** C2PA status codes, if invalid */
        validation_errors?: Array<string>;
        /** trusted: valid, and signed under an authority on a trust list of the operator. valid: correct, but anyone can have signed. invalid: something is wrong. unreadable: the service cannot read this manifest */
        state?: "trusted" | "valid" | "invalid" | "unreadable";
        /** The trust list by which the signer is trusted */
        trust?: {
          list: string;
        };
        /** What the service did not check, as codes: `cawg.…` for identities, `signingCredential.ocsp.skipped` for revocation, `manifest.inaccessible` for a manifest elsewhere, `format.unsupported` for fonts and text */
        unchecked?: Array<string>;
        /** The certificate that signed. Anyone can issue a certificate with any name */
        certificate?: {
          /** Organization and name of the signer */
          subject: string;
          /** Organization and name of the authority */
          issuer: string;
          /** ISO 8601, UTC */
          not_before: string;
          /** ISO 8601, UTC */
          not_after: string;
          /** ES256, ML-DSA-65 and others */
          algorithm: string;
        };
        /** The time stamp (RFC 3161) of the signature */
        timestamp?: {
          /** ISO 8601, UTC */
          time: string;
          /** As its certificate names it */
          authority: string;
          /** Whether the authority is on a trust list of the operator */
          trusted: boolean;
        };
        /** Where the file says that its manifest is. The service does not fetch it */
        remote_url?: string;
        /** How the file was made, from its actions: trainedAlgorithmicMedia and others */
        digital_source_type?: string;
        /** Whether the manifest contains a picture of the file */
        thumbnail?: boolean;
        /** What the manifest permits for AI training, at most 10 entries */
        ai_training?: Array<{
          /** ai_generative_training, ai_training, ai_inference or data_mining */
          use: string;
          permission: "allowed" | "notAllowed" | "constrained";
        }>;
        /** The program that wrote the manifest, as it names itself */
        tool?: string;
        /** ISO 8601, UTC */
        signed_at?: string;
        /** What the manifest says was done, in order, at most 50 actions */
        actions?: Array<{
          /** c2pa.created and others */
          action: string;
          /** Digital source type of IPTC, such as trainedAlgorithmicMedia */
          source_type?: string;
          /** ISO 8601, UTC */
          when?: string;
        }>;
        /** The files it says it was made of: three levels, at most 20 ingredients in a list and 100 in total */
        ingredients?: Array<{
          title: string;
          /** parentOf, componentOf or inputTo */
          relationship: string;
          /** Who signed the manifest of the ingredient */
          issuer?: string;
          /** Whether the manifest of the ingredient is valid. Left out if it has none */
          validation_status?: "valid" | "invalid";
          /** Whether the manifest contains a picture of the ingredient */
          thumbnail: boolean;
          ingredients?: Array<{
            title: string;
            /** parentOf, componentOf or inputTo */
            relationship: string;
            /** Who signed the manifest of the ingredient */
            issuer?: string;
            /** Whether the manifest of the ingredient is valid. Left out if it has none */
            validation_status?: "valid" | "invalid";
            /** Whether the manifest contains a picture of the ingredient */
            thumbnail: boolean;
            ingredients?: Array<{
              title: string;
              /** parentOf, componentOf or inputTo */
              relationship: string;
              /** Who signed the manifest of the ingredient */
              issuer?: string;
              /** Whether the manifest of the ingredient is valid. Left out if it has none */
              validation_status?: "valid" | "invalid";
              /** Whether the manifest contains a picture of the ingredient */
              thumbnail: boolean;
            }>;
          }>;
        }>;
      };
      /** Where the content no longer carries the watermark of its record. Only with `localize=true`. It does not show parts that were cut, edits in flat or silent parts where the watermark is too faint, or light edits that keep the watermark. An empty list does not mean that nothing changed: only `authentic` says that */
      localization?: {
        kind: "image";
        /** Pixels of the displayed image, after Exif orientation */
        width: number;
        height: number;
        /** Rectangles that do not carry the watermark, largest first, at most 64 */
        regions: Array<{
          /** Pixels from the left edge of the displayed image */
          x: number;
          /** Pixels from the top edge */
          y: number;
          width: number;
          height: number;
          /** 0 to 1: confidence that this part does not carry the watermark */
          score: number;
        }>;
        /** The same result as a grid of cells over the image */
        map: {
          /** At most 128 */
          columns: number;
          /** At most 128 */
          rows: number;
          /** Pixels along the side of a cell */
          cell: number;
          /** Base64, one byte for each cell, row by row. 0: unknown, because the watermark is too faint. 1: carries the watermark. 2: does not carry the watermark */
          values: string;
        };
      } | {
        kind: "audio";
        /** Duration that was checked, from the start */
        seconds: number;
        ranges: Array<{
          /** Seconds */
          start: number;
          /** Seconds */
          end: number;
          /** 0 to 1: confidence that this part does not carry the watermark */
          score: number;
        }>;
      } | {
        kind: "video";
        /** Duration that was checked, from the start */
        seconds: number;
        ranges: Array<{
          /** Seconds */
          start: number;
          /** Seconds */
          end: number;
          /** 0 to 1: confidence that this part does not carry the watermark */
          score: number;
        }>;
      } | {
        kind: "text";
        /** Number of paragraphs in the text */
        count: number;
        /** At most 1,000 */
        paragraphs: Array<{
          /** Counted from 1 */
          paragraph: number;
          /** First line of the paragraph, counted from 1 */
          line: number;
          /** missing: the paragraph does not carry the watermark. moved: the watermark is not at the start, or appears twice */
          payload: "missing" | "moved";
        }>;
      } | {
        kind: "none";
        /** Why there is no result */
        note: string;
      };
      /** Why the content is not authentic */
      reason?: string;
      /** What the service could not check, one sentence each */
      notes?: Array<string>;
      /** In a batch: why the service could not check this item */
      error?: string;
    };
  };
  /** Verify up to 50 items */
  'POST /v1/verify/batch': {
    path: undefined;
    query: undefined;
    body: {
      items: Array<{
        /** The content in base64 */
        content: string;
        /** A token. If you send it, the service looks for nothing else */
        token?: string;
      }>;
    };
    answer: Array<{
      /** The result in one word, as on the verify page. copy: found only by a watermark, and similar to the record. With `localize=true`, only if no part lacks the watermark */
      verdict: "authentic" | "changed" | "copy" | "mark_on_other_content" | "resembles" | "original" | "revoked" | "invalid_record" | "other_credentials_intact" | "other_credentials_broken" | "other_credentials_unchecked" | "token_without_record" | "nothing_found" | "empty_file" | "unknown_type" | "unreadable_file";
      /** The checks that ran */
      checks: Array<{
        name: "token" | "watermark" | "neural_watermark" | "looks" | "sound" | "signature" | "content" | "credentials";
        /** Whether the check found what it looked for */
        passed: boolean;
      }>;
      authentic: boolean;
      tampered: boolean;
      /** Confidence in the identification, not in the integrity */
      confidence: "high" | "medium" | "low" | "none";
      /** Whether the content looks or sounds like the content of the record. near: their fingerprints match, which proves nothing. far: their fingerprints differ, because other content carries the watermark or the token, or because the content was strongly cropped or edited. unknown: no record, or nothing to compare */
      likeness: "near" | "far" | "unknown";
      /** provided, xmp, watermark, phash, fingerprint or neural_watermark */
      token_source: string | null;
      /** image, audio, text or video. null: unknown format */
      format: string | null;
      signals: {
        watermark_found: boolean;
        record_found: boolean;
        signature_valid: boolean;
        phash_match: boolean;
        fingerprint_match: boolean;
        neural_watermark_found: boolean;
      };
      provenance: {
        /** Name of the organization */
        org: string;
        /** The organization that signed. If there is a domain, trust the domain: anyone can choose any name */
        signer: {
          /** Name that the organization chose */
          name: string;
          /** A domain that the organization has proven to control, or null */
          domain: string | null;
          /** ISO 8601, UTC */
          domain_verified_at: string | null;
          /** A domain of another organization that the name looks like, or null */
          resembles: string | null;
        };
        org_id: string;
        record_id: string;
        generator_id: string;
        model: string;
        /** ISO 8601, UTC */
        signed_at: string;
        /** The key that signed */
        kid: string;
        /** ISO 8601, UTC */
        revoked_at: string | null;
      } | null;
      /** What a C2PA manifest in the upload says, or one that was recovered for it. Left out if there is none */
      c2pa?: {
        /** Whether the upload contains the manifest. false: see `remote_url` or `recovered` */
        found: boolean;
        /** true: the upload has no manifest, and this one comes from the repository, because the upload names its record. It says nothing about the bytes of the upload, so validation_status and state are left out */
        recovered?: boolean;
        /** If recovered: get the manifest at /v1/c2pa/manifests/{manifest_id} */
        manifest_id?: string;
        /** Whether the signature, the assertions and the binding to this file are correct; not whether the signer is trusted */
        validation_status?: "valid" | "invalid";
        /** Labels of the active manifest, at most 1,000 */
        assertions: Array<string>;
        manifest_count: number;
        /** As the certificate names it; empty if it could not be read */
        signature_issuer: string;
        /** Whether the active manifest is signed under a certificate of this service */
        is_service: boolean;
        /** C2PA status codes, if invalid */
        validation_errors?: Array<string>;
        /** trusted: valid, and signed under an authority on a trust list of the operator. valid: correct, but anyone can have signed. invalid: something is wrong. unreadable: the service cannot read this manifest */
        state?: "trusted" | "valid" | "invalid" | "unreadable";
        /** The trust list by which the signer is trusted */
        trust?: {
          list: string;
        };
        /** What the service did not check, as codes: `cawg.…` for identities, `signingCredential.ocsp.skipped` for revocation, `manifest.inaccessible` for a manifest elsewhere, `format.unsupported` for fonts and text */
        unchecked?: Array<string>;
        /** The certificate that signed. Anyone can issue a certificate with any name */
        certificate?: {
          /** Organization and name of the signer */
          subject: string;
          /** Organization and name of the authority */
          issuer: string;
          /** ISO 8601, UTC */
          not_before: string;
          /** ISO 8601, UTC */
          not_after: string;
          /** ES256, ML-DSA-65 and others */
          algorithm: string;
        };
        /** The time stamp (RFC 3161) of the signature */
        timestamp?: {
          /** ISO 8601, UTC */
          time: string;
          /** As its certificate names it */
          authority: string;
          /** Whether the authority is on a trust list of the operator */
          trusted: boolean;
        };
        /** Where the file says that its manifest is. The service does not fetch it */
        remote_url?: string;
        /** How the file was made, from its actions: trainedAlgorithmicMedia and others */
        digital_source_type?: string;
        /** Whether the manifest contains a picture of the file */
        thumbnail?: boolean;
        /** What the manifest permits for AI training, at most 10 entries */
        ai_training?: Array<{
          /** ai_generative_training, ai_training, ai_inference or data_mining */
          use: string;
          permission: "allowed" | "notAllowed" | "constrained";
        }>;
        /** The program that wrote the manifest, as it names itself */
        tool?: string;
        /** ISO 8601, UTC */
        signed_at?: string;
        /** What the manifest says was done, in order, at most 50 actions */
        actions?: Array<{
          /** c2pa.created and others */
          action: string;
          /** Digital source type of IPTC, such as trainedAlgorithmicMedia */
          source_type?: string;
          /** ISO 8601, UTC */
          when?: string;
        }>;
        /** The files it says it was made of: three levels, at most 20 ingredients in a list and 100 in total */
        ingredients?: Array<{
          title: string;
          /** parentOf, componentOf or inputTo */
          relationship: string;
          /** Who signed the manifest of the ingredient */
          issuer?: string;
          /** Whether the manifest of the ingredient is valid. Left out if it has none */
          validation_status?: "valid" | "invalid";
          /** Whether the manifest contains a picture of the ingredient */
          thumbnail: boolean;
          ingredients?: Array<{
            title: string;
            /** parentOf, componentOf or inputTo */
            relationship: string;
            /** Who signed the manifest of the ingredient */
            issuer?: string;
            /** Whether the manifest of the ingredient is valid. Left out if it has none */
            validation_status?: "valid" | "invalid";
            /** Whether the manifest contains a picture of the ingredient */
            thumbnail: boolean;
            ingredients?: Array<{
              title: string;
              /** parentOf, componentOf or inputTo */
              relationship: string;
              /** Who signed the manifest of the ingredient */
              issuer?: string;
              /** Whether the manifest of the ingredient is valid. Left out if it has none */
              validation_status?: "valid" | "invalid";
              /** Whether the manifest contains a picture of the ingredient */
              thumbnail: boolean;
            }>;
          }>;
        }>;
      };
      /** Where the content no longer carries the watermark of its record. Only with `localize=true`. It does not show parts that were cut, edits in flat or silent parts where the watermark is too faint, or light edits that keep the watermark. An empty list does not mean that nothing changed: only `authentic` says that */
      localization?: {
        kind: "image";
        /** Pixels of the displayed image, after Exif orientation */
        width: number;
        height: number;
        /** Rectangles that do not carry the watermark, largest first, at most 64 */
        regions: Array<{
          /** Pixels from the left edge of the displayed image */
          x: number;
          /** Pixels from the top edge */
          y: number;
          width: number;
          height: number;
          /** 0 to 1: confidence that this part does not carry the watermark */
          score: number;
        }>;
        /** The same result as a grid of cells over the image */
        map: {
          /** At most 128 */
          columns: number;
          /** At most 128 */
          rows: number;
          /** Pixels along the side of a cell */
          cell: number;
          /** Base64, one byte for each cell, row by row. 0: unknown, because the watermark is too faint. 1: carries the watermark. 2: does not carry the watermark */
          values: string;
        };
      } | {
        kind: "audio";
        /** Duration that was checked, from the start */
        seconds: number;
        ranges: Array<{
          /** Seconds */
          start: number;
          /** Seconds */
          end: number;
          /** 0 to 1: confidence that this part does not carry the watermark */
          score: number;
        }>;
      } | {
        kind: "video";
        /** Duration that was checked, from the start */
        seconds: number;
        ranges: Array<{
          /** Seconds */
          start: number;
          /** Seconds */
          end: number;
          /** 0 to 1: confidence that this part does not carry the watermark */
          score: number;
        }>;
      } | {
        kind: "text";
        /** Number of paragraphs in the text */
        count: number;
        /** At most 1,000 */
        paragraphs: Array<{
          /** Counted from 1 */
          paragraph: number;
          /** First line of the paragraph, counted from 1 */
          line: number;
          /** missing: the paragraph does not carry the watermark. moved: the watermark is not at the start, or appears twice */
          payload: "missing" | "moved";
        }>;
      } | {
        kind: "none";
        /** Why there is no result */
        note: string;
      };
      /** Why the content is not authentic */
      reason?: string;
      /** What the service could not check, one sentence each */
      notes?: Array<string>;
      /** In a batch: why the service could not check this item */
      error?: string;
    }>;
  };
  /** Look up a token */
  'GET /v1/verify/status/{token}': {
    path: {
      token: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      record_id: string;
      /** If revoked, do not trust the provenance */
      generator_status: "active" | "revoked";
      /** ISO 8601, UTC */
      revoked_at: string | null;
      model: string;
      /** ISO 8601, UTC */
      signed_at: string;
      org_id: string;
      org_name: string;
      /** The organization that signed. If there is a domain, trust the domain: anyone can choose any name */
      signer: {
        /** Name that the organization chose */
        name: string;
        /** A domain that the organization has proven to control, or null */
        domain: string | null;
        /** ISO 8601, UTC */
        domain_verified_at: string | null;
        /** A domain of another organization that the name looks like, or null */
        resembles: string | null;
      };
      branding: {
        display_name: string | null;
        logo_url: string | null;
        primary_color: string | null;
        support_url: string | null;
      } | null;
    };
  };
  /** Find your record of a file */
  'POST /v1/records/find': {
    path: undefined;
    query: undefined;
    body: {
      /** The file, up to 51 MB */
      content: Blob;
    };
    answer: {
      /** The record of the file, or nothing */
      records: Array<{
        record_id: string;
        token: string;
        watermark_id: string;
        generator_id: string;
        model: string;
        format: "image" | "audio" | "text" | "video";
        mode: "server" | "client";
        content_hash: string;
        kid: string;
        phash: string | null;
        /** ISO 8601, UTC */
        signed_at: string;
        /** The private label, or null */
        label: string | null;
        /** Whether GET /v1/records/:record_id/thumbnail returns a picture */
        has_thumbnail: boolean;
        /** All verifications: the sum of the next three counts */
        verification_count: number;
        authentic_count: number;
        tamper_count: number;
        not_proven_count: number;
      }>;
      /** provided, xmp, watermark, phash, fingerprint or neural_watermark */
      token_source: string | null;
    };
  };
  /** Get the usage of the current month */
  'GET /v1/billing/usage': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      plan: "free" | "starter" | "growth" | "scale" | "enterprise";
      billing_interval: "monthly" | "annual";
      signatures_used: number;
      /** null: no limit */
      signatures_included: number | null;
      /** USD for each extra signature */
      overage_rate: number;
      overage_count: number;
      /** ISO 8601, UTC */
      period_start: string;
      /** ISO 8601, UTC */
      period_end: string;
    };
  };
  /** List plans and prices */
  'GET /v1/billing/plans': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      plans: Array<{
        plan: "free" | "starter" | "growth" | "scale" | "enterprise";
        label: string;
        /** USD. null: custom price */
        monthly_price: number | null;
        annual_monthly_price: number | null;
        annual_total: number | null;
        included_signatures: number | null;
        overage_rate: number;
        upgrade_url: string;
      }>;
    };
  };
  /** Request another plan */
  'POST /v1/billing/plan-requests': {
    path: undefined;
    query: undefined;
    body: {
      plan: "free" | "starter" | "growth" | "scale" | "enterprise";
      interval?: "monthly" | "annual";
      /** A message for the operator */
      note?: string;
    };
    answer: {
      request_id: string;
      plan: "free" | "starter" | "growth" | "scale" | "enterprise";
      billing_interval: "monthly" | "annual";
      note: string | null;
      state: "pending" | "approved" | "declined" | "withdrawn";
      /** What the operator says about the decision */
      reason: string | null;
      /** ISO 8601, UTC */
      created_at: string;
      /** null: it is pending */
      decided_at: string | null;
    };
  };
  /** List the last 50 requests for a plan, newest first */
  'GET /v1/billing/plan-requests': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      requests: Array<{
        request_id: string;
        plan: "free" | "starter" | "growth" | "scale" | "enterprise";
        billing_interval: "monthly" | "annual";
        note: string | null;
        state: "pending" | "approved" | "declined" | "withdrawn";
        /** What the operator says about the decision */
        reason: string | null;
        /** ISO 8601, UTC */
        created_at: string;
        /** null: it is pending */
        decided_at: string | null;
      }>;
    };
  };
  /** Withdraw a pending request */
  'POST /v1/billing/plan-requests/{request_id}/withdraw': {
    path: {
      request_id: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      request_id: string;
      plan: "free" | "starter" | "growth" | "scale" | "enterprise";
      billing_interval: "monthly" | "annual";
      note: string | null;
      state: "pending" | "approved" | "declined" | "withdrawn";
      /** What the operator says about the decision */
      reason: string | null;
      /** ISO 8601, UTC */
      created_at: string;
      /** null: it is pending */
      decided_at: string | null;
    };
  };
  /** List events, newest first */
  'GET /v1/audit': {
    path: undefined;
    query: {
      page?: number;
      limit?: number;
      /** A timestamp, or next_cursor of the previous page */
      before?: string;
      /** Only events of this type, or of several types separated by commas */
      type?: string;
      /** Only events that this member or API key caused (its ID), anyone without an account (`public`), or the service and its operator (`service`) */
      actor?: string;
      /** ISO 8601 date or timestamp, inclusive. Uses the cursor */
      from?: string;
    };
    body: undefined;
    answer: {
      events: Array<{
        event_id: string;
        /** New types can be added. Ignore those that you do not know */
        type: "sign" | "verify" | "key_created" | "key_revoked" | "key_rotated" | "quota_warning" | "quota_limit" | "organization_registered" | "organization_abandoned" | "organization_renamed" | "plan_changed" | "plan_requested" | "plan_request_withdrawn" | "plan_request_decided" | "api_key_created" | "api_key_revoked" | "invite_created" | "invite_cancelled" | "invite_link_created" | "member_joined" | "member_role_changed" | "member_removed" | "branding_changed" | "record_settings_changed" | "domain_added" | "domain_verified" | "domain_failing" | "domain_expired" | "domain_removed" | "c2pa_embedded" | "c2pa_signature_changed" | "c2pa_manifest_stored" | "c2pa_manifest_deleted" | "c2pa_binding_stored" | "certificate_requested" | "certificate_activated" | "certificate_revoked" | "certificate_expiring" | "attestation_exported" | "login" | "email_verified" | "password_changed" | "two_factor_enabled" | "two_factor_disabled" | "webhook_created" | "webhook_updated" | "webhook_deleted" | "webhook_disabled" | "webhook_delivery_retried" | "webhook_tested";
        /** ISO 8601, UTC */
        timestamp: string;
        /** Who caused the event. The service looks up names when you read the log */
        actor: {
          kind: "member" | "key" | "service" | "public";
          /** The ID of the member or API key */
          id: string | null;
          /** The email address of the member or the name of the API key. null: it is gone */
          name: string | null;
          /** For a personal API key: the email address of its member */
          member: string | null;
        };
        /** Current names of the members, API keys, generators, invites and webhooks in `metadata`, by ID. What is gone is not in it */
        names: Record<string, string>;
        metadata: Record<string, unknown>;
      }>;
      total: number;
      page: number;
      limit: number;
      /** With `before`, `type`, `actor` or `from`: the start of the next page */
      next_cursor?: string;
    };
  };
  /** Export the audit log, oldest first */
  'GET /v1/audit/export': {
    path: undefined;
    query: {
      format?: "csv" | "json";
      /** ISO 8601 date or timestamp, inclusive */
      from?: string;
      /** ISO 8601 date or timestamp, inclusive */
      to?: string;
      /** Only events of this type, or of several types separated by commas */
      type?: string;
      /** Only events that this member or API key caused (its ID), anyone without an account (`public`), or the service and its operator (`service`) */
      actor?: string;
    };
    body: undefined;
    answer: {
      events: Array<{
        event_id: string;
        /** New types can be added. Ignore those that you do not know */
        type: "sign" | "verify" | "key_created" | "key_revoked" | "key_rotated" | "quota_warning" | "quota_limit" | "organization_registered" | "organization_abandoned" | "organization_renamed" | "plan_changed" | "plan_requested" | "plan_request_withdrawn" | "plan_request_decided" | "api_key_created" | "api_key_revoked" | "invite_created" | "invite_cancelled" | "invite_link_created" | "member_joined" | "member_role_changed" | "member_removed" | "branding_changed" | "record_settings_changed" | "domain_added" | "domain_verified" | "domain_failing" | "domain_expired" | "domain_removed" | "c2pa_embedded" | "c2pa_signature_changed" | "c2pa_manifest_stored" | "c2pa_manifest_deleted" | "c2pa_binding_stored" | "certificate_requested" | "certificate_activated" | "certificate_revoked" | "certificate_expiring" | "attestation_exported" | "login" | "email_verified" | "password_changed" | "two_factor_enabled" | "two_factor_disabled" | "webhook_created" | "webhook_updated" | "webhook_deleted" | "webhook_disabled" | "webhook_delivery_retried" | "webhook_tested";
        /** ISO 8601, UTC */
        timestamp: string;
        /** Who caused the event. The service looks up names when you read the log */
        actor: {
          kind: "member" | "key" | "service" | "public";
          /** The ID of the member or API key */
          id: string | null;
          /** The email address of the member or the name of the API key. null: it is gone */
          name: string | null;
          /** For a personal API key: the email address of its member */
          member: string | null;
        };
        /** Current names of the members, API keys, generators, invites and webhooks in `metadata`, by ID. What is gone is not in it */
        names: Record<string, string>;
        metadata: Record<string, unknown>;
      }>;
    } | string;
  };
  /** Get an attestation: activity in a period, next to Article 50 of the EU AI Act */
  'GET /v1/attestation': {
    path: undefined;
    query: {
      /** ISO 8601 date or timestamp, inclusive. Default: the start of the current month in UTC */
      from?: string;
      /** ISO 8601 date or timestamp, inclusive. Default: now */
      to?: string;
    };
    body: undefined;
    answer: {
      attestation_id: string;
      environment: "live" | "sandbox";
      org: {
        org_id: string;
        name: string;
        plan: "free" | "starter" | "growth" | "scale" | "enterprise";
      };
      period: {
        /** ISO 8601, UTC */
        from: string;
        /** ISO 8601, UTC */
        to: string;
      };
      /** ISO 8601, UTC */
      generated_at: string;
      summary: {
        records_signed: number;
        content_verified: number;
        tamper_events: number;
        /** At the end of the period */
        generators_active: number;
        formats: Array<"image" | "audio" | "text" | "video">;
      };
      eu_ai_act_article_50: {
        transparency_obligation: string;
        mapping: Array<{
          paragraph: string;
          obligation: string;
          service_mechanism: string;
          records_covered?: number;
          verifications_recorded?: number;
        }>;
        not_covered: Array<{
          paragraph: string;
          obligation: string;
          reason: string;
        }>;
      };
      code_of_practice: {
        title: string;
        measures: Array<{
          measure: string;
          service_mechanism: string;
          facts: Array<{
            fact: string;
            count: number;
          }>;
        }>;
      };
      records_by_format: Array<{
        fact: string;
        count: number;
      }>;
      verifications_by_source: Array<{
        fact: string;
        count: number;
      }>;
      generators: Array<{
        generator_id: string;
        name: string;
        /** Who manages the private keys: the service (server) or you (client) */
        mode: "server" | "client";
        /** At the end of the period */
        status: "active" | "revoked";
        /** ISO 8601, UTC */
        created_at: string;
        /** ISO 8601, UTC */
        revoked_at: string | null;
        keys: Array<{
          kid: string;
          algorithm: "ml-dsa-65";
          status: "active" | "retired";
          /** ISO 8601, UTC */
          created_at: string;
          /** ISO 8601, UTC */
          retired_at: string | null;
        }>;
      }>;
      disclaimer: string;
    };
  };
  /** Export an attestation as a signed file */
  'GET /v1/attestation/export': {
    path: undefined;
    query: {
      /** ISO 8601 date or timestamp, inclusive. Default: the start of the current month in UTC */
      from?: string;
      /** ISO 8601 date or timestamp, inclusive. Default: now */
      to?: string;
      format?: "json" | "html";
    };
    body: undefined;
    answer: unknown;
  };
  /** Get the public keys that sign exported attestations */
  'GET /v1/attestation/keys': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      keys: Array<{
        kid: string;
        algorithm: "ml-dsa-65";
        /** Raw public key (1952 bytes) in base64 */
        key: string;
      }>;
    };
  };
  /** Get the signature of an exported attestation */
  'GET /v1/attestation/{attestation_id}/signature': {
    path: {
      attestation_id: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      attestation_id: string;
      /** SHA3-256 of the exported file */
      content_hash: string;
      algorithm: "ml-dsa-65";
      kid: string;
      /** Over the bytes of the exported file, in base64 */
      signature: string;
      /** ISO 8601, UTC */
      signed_at: string;
    };
  };
  /** List webhook endpoints */
  'GET /v1/webhooks': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      endpoints: Array<{
        webhook_id: string;
        url: string;
        events: Array<"record.created" | "verify.attempted" | "verify.tamper_detected" | "quota.warning" | "quota.limit" | "generator.revoked" | "generator.key_rotated">;
        status: "active" | "disabled";
        /** Failures in a row. At five, the service disables the endpoint */
        failure_count: number;
        /** ISO 8601, UTC */
        created_at: string;
      }>;
      plan: "free" | "starter" | "growth" | "scale" | "enterprise";
      /** Whether the plan includes webhooks */
      webhooks_enabled: boolean;
    };
  };
  /** Add an endpoint */
  'POST /v1/webhooks': {
    path: undefined;
    query: undefined;
    body: {
      /** An https:// URL at a public address */
      url: string;
      events: Array<"record.created" | "verify.attempted" | "verify.tamper_detected" | "quota.warning" | "quota.limit" | "generator.revoked" | "generator.key_rotated">;
    };
    answer: {
      webhook_id: string;
      url: string;
      events: Array<"record.created" | "verify.attempted" | "verify.tamper_detected" | "quota.warning" | "quota.limit" | "generator.revoked" | "generator.key_rotated">;
      status: "active" | "disabled";
      /** Failures in a row. At five, the service disables the endpoint */
      failure_count: number;
      /** ISO 8601, UTC */
      created_at: string;
      /** Signs every delivery. Returned only in this response */
      secret: string;
    };
  };
  /** List the events, with the fields of each and an example */
  'GET /v1/webhooks/events': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      events: Array<{
        event: "record.created" | "verify.attempted" | "verify.tamper_detected" | "quota.warning" | "quota.limit" | "generator.revoked" | "generator.key_rotated";
        /** When the service sends it */
        when: string;
        /** The fields of `data` */
        fields: Array<{
          name: string;
          description: string;
        }>;
        /** An example of `data` */
        example: Record<string, unknown>;
      }>;
    };
  };
  /** Send a test event */
  'POST /v1/webhooks/{id}/test': {
    path: {
      id: string;
    };
    query: undefined;
    body: {
      event: "record.created" | "verify.attempted" | "verify.tamper_detected" | "quota.warning" | "quota.limit" | "generator.revoked" | "generator.key_rotated";
    };
    answer: {
      /** Whether the endpoint returned a 2xx status */
      success: boolean;
      delivery_id: string;
    };
  };
  /** Change an endpoint */
  'PATCH /v1/webhooks/{id}': {
    path: {
      id: string;
    };
    query: undefined;
    body: {
      /** An https:// URL at a public address */
      url?: string;
      events?: Array<"record.created" | "verify.attempted" | "verify.tamper_detected" | "quota.warning" | "quota.limit" | "generator.revoked" | "generator.key_rotated">;
      status?: "active" | "disabled";
    };
    answer: {
      webhook_id: string;
      url: string;
      events: Array<"record.created" | "verify.attempted" | "verify.tamper_detected" | "quota.warning" | "quota.limit" | "generator.revoked" | "generator.key_rotated">;
      status: "active" | "disabled";
      /** Failures in a row. At five, the service disables the endpoint */
      failure_count: number;
      /** ISO 8601, UTC */
      created_at: string;
    };
  };
  /** Remove an endpoint and its deliveries */
  'DELETE /v1/webhooks/{id}': {
    path: {
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      deleted: true;
    };
  };
  /** List the last 50 deliveries to an endpoint, newest first */
  'GET /v1/webhooks/{id}/deliveries': {
    path: {
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      deliveries: Array<{
        /** The ID of the envelope */
        delivery_id: string;
        webhook_id: string;
        event: string;
        status: "delivered" | "failed";
        /** null: no response */
        status_code: number | null;
        /** The first 4 KB of the response */
        response_body: string | null;
        /** Why there is no response */
        failure: string | null;
        latency_ms: number | null;
        attempts: number;
        /** ISO 8601, UTC */
        created_at: string;
        /** Whether it is a test event. Its payload then has `"test": true` */
        test: boolean;
      }>;
    };
  };
  /** Get a delivery with its payload and headers */
  'GET /v1/webhooks/{id}/deliveries/{deliveryId}': {
    path: {
      id: string;
      deliveryId: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      /** The ID of the envelope */
      delivery_id: string;
      webhook_id: string;
      event: string;
      status: "delivered" | "failed";
      /** null: no response */
      status_code: number | null;
      /** The first 4 KB of the response */
      response_body: string | null;
      /** Why there is no response */
      failure: string | null;
      latency_ms: number | null;
      attempts: number;
      /** ISO 8601, UTC */
      created_at: string;
      /** Whether it is a test event. Its payload then has `"test": true` */
      test: boolean;
      /** The request body. The signature covers it */
      payload: string;
      /** The headers of the last attempt. null: it was not sent, or by a release that did not keep them */
      request_headers: Record<string, string> | null;
    };
  };
  /** Retry a failed delivery */
  'POST /v1/webhooks/{id}/deliveries/{deliveryId}/retry': {
    path: {
      id: string;
      deliveryId: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      /** Whether the attempt succeeded */
      success: boolean;
    };
  };
  /** Get verifications and signatures by day */
  'GET /v1/analytics/overview': {
    path: undefined;
    query: {
      days?: number;
    };
    body: undefined;
    answer: {
      /** Days up to today, in UTC */
      window_days: number;
      /** Verifications that found a record of the organization: the sum of tamper_count, authentic_count and not_proven_count */
      total_verifications: number;
      tamper_count: number;
      authentic_count: number;
      /** Neither authentic nor tampered, such as a copy found by likeness */
      not_proven_count: number;
      signature_count: number;
      /** Verifications by the format of the content */
      by_format: {
        image: number;
        audio: number;
        text: number;
        video: number;
        unknown: number;
      };
      /** Verifications by how the record was found */
      by_source: {
        provided: number;
        xmp: number;
        watermark: number;
        phash: number;
        fingerprint: number;
        neural_watermark: number;
      };
      /** Oldest first, without gaps */
      daily_trend: Array<{
        date: string;
        verifications: number;
        authentic: number;
        tampered: number;
        not_proven: number;
        signatures: number;
      }>;
      /** The most verified records, at most 10 */
      top_records: Array<{
        record_id: string;
        verifications: number;
        tampered: number;
      }>;
    };
  };
  /** Get verifications and signatures by hour */
  'GET /v1/analytics/hours': {
    path: undefined;
    query: {
      hours?: number;
    };
    body: undefined;
    answer: {
      /** Hours up to now, in UTC */
      window_hours: number;
      /** Verifications that found a record of the organization: the sum of tamper_count, authentic_count and not_proven_count */
      total_verifications: number;
      tamper_count: number;
      authentic_count: number;
      /** Neither authentic nor tampered, such as a copy found by likeness */
      not_proven_count: number;
      signature_count: number;
      /** Verifications by the format of the content */
      by_format: {
        image: number;
        audio: number;
        text: number;
        video: number;
        unknown: number;
      };
      /** Verifications by how the record was found */
      by_source: {
        provided: number;
        xmp: number;
        watermark: number;
        phash: number;
        fingerprint: number;
        neural_watermark: number;
      };
      /** Oldest first, without gaps */
      hourly_trend: Array<{
        /** ISO 8601, UTC */
        start: string;
        verifications: number;
        authentic: number;
        tampered: number;
        not_proven: number;
        signatures: number;
      }>;
    };
  };
  /** Get the verifications of a record */
  'GET /v1/analytics/records/{id}': {
    path: {
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      record_id: string;
      /** Days up to today, in UTC */
      window_days: number;
      total_verifications: number;
      tamper_count: number;
      confidence_breakdown: {
        high: number;
        medium: number;
        low: number;
        none: number;
      };
      /** Oldest first, without gaps */
      daily_trend: Array<{
        date: string;
        verifications: number;
        tampered: number;
      }>;
      /** The last 20 verifications, newest first */
      recent_events: Array<{
        event_id: string;
        /** ISO 8601, UTC */
        timestamp: string;
        authentic: boolean;
        tampered: boolean;
        confidence: string;
        /** near, far or unknown. Absent from older events */
        likeness?: string;
        token_source: string | null;
        format: string | null;
        reason?: string;
      }>;
    };
  };
  /** Check whether the service is ready */
  'GET /health': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      status: "ok";
      checks: {
        database: "ok" | "failing";
        /** In the order of DATABASE_REPLICA_URL. The primary takes over for replicas that are not ok. foreign: not a replica of this database, or not yet on its timeline. */
        replicas?: Array<"ok" | "behind" | "away" | "foreign">;
        cache: "ok" | "failing";
        workers: "ok" | "failing";
        /** Index of the perceptual hashes of all records, in memory */
        index: "ok" | "loading";
        /** absent: the service signs video with a token only */
        decoder: "ok" | "absent";
        /** Neural watermark for images. absent: its runtime or its networks are not installed. altered: the network files differ from the released ones. off: NEURAL_WATERMARK=false. In these states, images carry only the other watermark. */
        neural: "ok" | "absent" | "altered" | "off";
        /** Neural watermark for audio. Not every release includes its networks. */
        neural_audio: "ok" | "absent" | "altered" | "off";
      };
    };
  };
  /** Get the release and the environment */
  'GET /version': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      version: string;
      environment: "live" | "sandbox";
      api: "v1";
    };
  };
  /** Metrics for Prometheus */
  'GET /metrics': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: string;
  };
  /** This API as OpenAPI 3.1 */
  'GET /openapi.json': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: Record<string, unknown>;
  };
  /** This API as a page to read and try */
  'GET /docs': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: string;
  };
}
