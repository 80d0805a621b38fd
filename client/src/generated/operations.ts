// Generated from the OpenAPI document of the service by npm run generate; do not edit.

export interface Operations {
  /** Register an organization and its owner */
  'POST /v1/auth/register': {
    path: undefined;
    query: undefined;
    body: {
      /** Name of the new organization */
      org_name: string;
      /** E-mail address */
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
      /** Session token, valid 24 hours */
      token: string;
      user: {
        user_id: string;
        email: string;
        email_verified: boolean;
        org_id: string;
      };
    } | {
      requires_2fa: true;
      /** For POST /v1/auth/verify-2fa; good for one submission */
      challenge_token: string;
    };
  };
  /** Answer a two-factor challenge */
  'POST /v1/auth/verify-2fa': {
    path: undefined;
    query: undefined;
    body: {
      challenge_token: string;
      /** A code from the mail or the app, or a recovery code */
      otp: string;
    };
    answer: {
      /** Session token, valid 24 hours */
      token: string;
      user: {
        user_id: string;
        email: string;
        email_verified: boolean;
        org_id: string;
      };
    };
  };
  /** Verify an e-mail address */
  'POST /v1/auth/verify-email': {
    path: undefined;
    query: undefined;
    body: {
      /** The token of the link in the mail */
      token: string;
    };
    answer: {
      success: true;
    };
  };
  /** Send the verification mail again */
  'POST /v1/auth/resend-verification': {
    path: undefined;
    query: undefined;
    body: {
      /** E-mail address */
      email: string;
    };
    answer: {
      success: true;
    };
  };
  /** Ask for a link to set a new password */
  'POST /v1/auth/forgot-password': {
    path: undefined;
    query: undefined;
    body: {
      /** E-mail address */
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
      /** The token of the link in the mail */
      token: string;
      /** At least 8 characters */
      password: string;
    };
    answer: {
      success: true;
    };
  };
  /** The user and the organization of the session */
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
        /** null: switched off */
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
  /** Begin to set up two-factor authentication */
  'POST /v1/auth/2fa/setup': {
    path: undefined;
    query: undefined;
    body: {
      method: "email" | "totp";
    };
    answer: {
      /** Base32, for typing into an app */
      secret: string;
      /** What a QR code for an app holds */
      otpauth_url: string;
    } | {
      sent: true;
    };
  };
  /** Switch two-factor authentication on */
  'POST /v1/auth/2fa/enable': {
    path: undefined;
    query: undefined;
    body: {
      /** A code from the mail or the app, or a recovery code */
      otp: string;
    };
    answer: {
      enabled: true;
      /** Ten codes, each good once; shown only now */
      recovery_codes: Array<string>;
    };
  };
  /** Switch two-factor authentication off */
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
  /** The API keys of the organization */
  'GET /v1/account/api-keys': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      keys: Array<{
        key_id: string;
        /** To tell keys apart */
        name: string | null;
        /** The key, masked */
        preview: string;
        /** ISO 8601, UTC */
        created_at: string;
        /** ISO 8601, UTC */
        last_used_at: string | null;
      }>;
    };
  };
  /** Make an API key for the organization */
  'POST /v1/account/api-keys': {
    path: undefined;
    query: undefined;
    body: {
      /** To tell keys apart */
      name?: string | null;
    };
    answer: {
      key_id: string;
      /** The whole key; shown only now */
      key: string;
      /** To tell keys apart */
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
  /** How the organization shows itself to the public */
  'GET /v1/account/branding': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      branding: {
        /** Name to show */
        display_name: string | null;
        /** An https address */
        logo_url: string | null;
        /** #rrggbb */
        primary_color: string | null;
        /** An https address */
        support_url: string | null;
      } | null;
    };
  };
  /** Change the branding */
  'PATCH /v1/account/branding': {
    path: undefined;
    query: undefined;
    body: {
      /** Name to show */
      display_name?: string | null;
      /** An https address */
      logo_url?: string | null;
      /** #rrggbb */
      primary_color?: string | null;
      /** An https address */
      support_url?: string | null;
    };
    answer: {
      branding: {
        /** Name to show */
        display_name: string | null;
        /** An https address */
        logo_url: string | null;
        /** #rrggbb */
        primary_color: string | null;
        /** An https address */
        support_url: string | null;
      } | null;
    };
  };
  /** The domains of the organization, and how the public sees it */
  'GET /v1/account/domains': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      domains: Array<{
        domain_id: string;
        /** Lower case; internationalized labels in punycode */
        domain: string;
        /** pending: not proven yet. verified: the last check found the proof. failing: it did not; the domain is shown until `expires_at`. expired: no longer shown; a successful check makes it verified again */
        state: "pending" | "verified" | "failing" | "expired";
        /** dns or file: how it was proven; null where it is not */
        method: string | null;
        /** ISO 8601, UTC */
        verified_at: string | null;
        /** ISO 8601, UTC */
        checked_at: string | null;
        /** Of a failing domain: until when it is shown */
        expires_at: string | null;
        /** What the last check found wrong */
        problem: string | null;
        /** The record to publish; or publish the file */
        dns: {
          type: "TXT";
          name: string;
          value: string;
        };
        /** The file to publish, with this line in its first 4 KB; or publish the record */
        file: {
          url: string;
          content: string;
        };
        /** ISO 8601, UTC */
        created_at: string;
      }>;
      /** Who speaks. Trust the domain where there is one: anybody can choose any name */
      signer: {
        /** Name of the organization, as it states it */
        name: string;
        /** A domain that the organization has proven to control; null: none */
        domain: string | null;
        /** ISO 8601, UTC */
        domain_verified_at: string | null;
        /** A domain proven by another organization, which the name imitates; null: none */
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
      /** Lower case; internationalized labels in punycode */
      domain: string;
      /** pending: not proven yet. verified: the last check found the proof. failing: it did not; the domain is shown until `expires_at`. expired: no longer shown; a successful check makes it verified again */
      state: "pending" | "verified" | "failing" | "expired";
      /** dns or file: how it was proven; null where it is not */
      method: string | null;
      /** ISO 8601, UTC */
      verified_at: string | null;
      /** ISO 8601, UTC */
      checked_at: string | null;
      /** Of a failing domain: until when it is shown */
      expires_at: string | null;
      /** What the last check found wrong */
      problem: string | null;
      /** The record to publish; or publish the file */
      dns: {
        type: "TXT";
        name: string;
        value: string;
      };
      /** The file to publish, with this line in its first 4 KB; or publish the record */
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
      /** Lower case; internationalized labels in punycode */
      domain: string;
      /** pending: not proven yet. verified: the last check found the proof. failing: it did not; the domain is shown until `expires_at`. expired: no longer shown; a successful check makes it verified again */
      state: "pending" | "verified" | "failing" | "expired";
      /** dns or file: how it was proven; null where it is not */
      method: string | null;
      /** ISO 8601, UTC */
      verified_at: string | null;
      /** ISO 8601, UTC */
      checked_at: string | null;
      /** Of a failing domain: until when it is shown */
      expires_at: string | null;
      /** What the last check found wrong */
      problem: string | null;
      /** The record to publish; or publish the file */
      dns: {
        type: "TXT";
        name: string;
        value: string;
      };
      /** The file to publish, with this line in its first 4 KB; or publish the record */
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
  /** The members of the organization, and its seats */
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
        /** Personal keys in force */
        api_key_count: number;
        /** ISO 8601, UTC */
        created_at: string;
      }>;
      plan: "free" | "starter" | "growth" | "scale" | "enterprise";
      /** Seats of the plan; null: without a limit */
      max_members: number | null;
      /** Whether the plan has the role admin */
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
  /** The open invites */
  'GET /v1/team/invites': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      invites: Array<{
        invite_id: string;
        email: string;
        /** admin needs the plan growth or above */
        role: "user" | "admin";
        inviter_id: string;
        /** ISO 8601, UTC */
        created_at: string;
        /** ISO 8601, UTC */
        expires_at: string;
      }>;
    };
  };
  /** Invite somebody by mail */
  'POST /v1/team/invites': {
    path: undefined;
    query: undefined;
    body: {
      /** E-mail address */
      email: string;
      /** admin needs the plan growth or above */
      role: "user" | "admin";
    };
    answer: {
      invite_id: string;
      /** admin needs the plan growth or above */
      role: "user" | "admin";
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
  /** What an invite offers */
  'GET /v1/team/invites/{token}/preview': {
    path: {
      /** The token of the link in the mail */
      token: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      invite_id: string;
      /** admin needs the plan growth or above */
      role: "user" | "admin";
      org_name: string;
      /** ISO 8601, UTC */
      expires_at: string;
    };
  };
  /** Accept an invite and join the team */
  'POST /v1/team/invites/{token}/accept': {
    path: {
      /** The token of the link in the mail */
      token: string;
    };
    query: undefined;
    body: {
      password: string;
    };
    answer: {
      /** Session token, valid 24 hours */
      token: string;
      user: {
        user_id: string;
        org_id: string;
        /** admin needs the plan growth or above */
        role: "user" | "admin";
        email_verified: boolean;
      };
    };
  };
  /** Your own API keys */
  'GET /v1/team/members/me/api-keys': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      keys: Array<{
        key_id: string;
        /** The key, masked */
        preview: string;
        /** ISO 8601, UTC */
        created_at: string;
      }>;
    };
  };
  /** Make a personal API key */
  'POST /v1/team/members/{user_id}/api-keys': {
    path: {
      user_id: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      key_id: string;
      /** The whole key; shown only now */
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
  /** The generators of the organization */
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
        /** Who holds the private keys */
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
      /** To tell generators apart */
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
  /** One generator */
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
      /** Who holds the private keys */
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
  /** Give a server-managed generator a new signing key */
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
  /** The public keys of a generator */
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
  /** Store a record that was signed on your side */
  'POST /v1/records': {
    path: undefined;
    query: undefined;
    body: {
      /** sha3-256: and 64 lowercase hex characters */
      content_hash: string;
      generator_id: string;
      /** Name of the AI model */
      model: string;
      /** Unique in the service */
      watermark_id: string;
      /** ML-DSA-65 signature over the canonical JSON of signed_payload, in base64 */
      signature: string;
      signed_payload: {
        /** sha3-256: and 64 lowercase hex characters */
        content_hash: string;
        generator_id: string;
        /** Name of the AI model */
        model: string;
        /** Unique in the service */
        watermark_id: string;
      };
      /** 64-bit perceptual hash; a lookup aid, never signed */
      phash?: string;
      format?: "image" | "audio" | "text" | "video";
      /** The exact format of the signed bytes. State it if your files carry the token in their metadata: without it, only a file whose whole bytes have the signed hash is authentic */
      exact_format?: "jpeg" | "png" | "webp" | "wav" | "flac" | "mp3" | "mp4" | "mov" | "matroska" | "webm" | "pdf" | "html" | "plain-text";
    };
    answer: {
      /** svc_… */
      token: string;
      record_id: string;
    };
  };
  /** The records of the organization, newest first */
  'GET /v1/records': {
    path: undefined;
    query: {
      limit?: number;
      /** next_cursor of the page before */
      before?: string;
      generator_id?: string;
      format?: "image" | "audio" | "text" | "video";
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
      }>;
      /** Left out on the last page */
      next_cursor?: string;
    };
  };
  /** Store up to 50 records, all or none */
  'POST /v1/records/batch': {
    path: undefined;
    query: undefined;
    body: {
      records: Array<{
        /** sha3-256: and 64 lowercase hex characters */
        content_hash: string;
        generator_id: string;
        /** Name of the AI model */
        model: string;
        /** Unique in the service */
        watermark_id: string;
        /** ML-DSA-65 signature over the canonical JSON of signed_payload, in base64 */
        signature: string;
        signed_payload: {
          /** sha3-256: and 64 lowercase hex characters */
          content_hash: string;
          generator_id: string;
          /** Name of the AI model */
          model: string;
          /** Unique in the service */
          watermark_id: string;
        };
        /** 64-bit perceptual hash; a lookup aid, never signed */
        phash?: string;
        format?: "image" | "audio" | "text" | "video";
        /** The exact format of the signed bytes. State it if your files carry the token in their metadata: without it, only a file whose whole bytes have the signed hash is authentic */
        exact_format?: "jpeg" | "png" | "webp" | "wav" | "flac" | "mp3" | "mp4" | "mov" | "matroska" | "webm" | "pdf" | "html" | "plain-text";
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
  /** One record, whole */
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
      /** Who speaks. Trust the domain where there is one: anybody can choose any name */
      signer: {
        /** Name of the organization, as it states it */
        name: string;
        /** A domain that the organization has proven to control; null: none */
        domain: string | null;
        /** ISO 8601, UTC */
        domain_verified_at: string | null;
        /** A domain proven by another organization, which the name imitates; null: none */
        resembles: string | null;
      };
      model: string;
      format: "image" | "audio" | "text" | "video";
      /** The exact format of the signed bytes. State it if your files carry the token in their metadata: without it, only a file whose whole bytes have the signed hash is authentic */
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
      /** The key that signed; GET /v1/keys/:generator_id has it */
      kid: string;
      mode: "server" | "client";
      phash?: string;
      /** ISO 8601, UTC */
      signed_at: string;
      /** When revoked, the record cannot be trusted */
      generator_status: "active" | "revoked";
    };
  };
  /** A record as C2PA-compatible JSON */
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
  /** A record as a proof bundle, to verify without this service */
  'GET /v1/records/{record_id}/bundle': {
    path: {
      record_id: string;
    };
    query: undefined;
    body: undefined;
    answer: unknown;
  };
  /** Embed a signed C2PA manifest into the file of a record */
  'POST /v1/records/{record_id}/c2pa/embed': {
    path: {
      record_id: string;
    };
    query: undefined;
    body: {
      /** The file, at most 51 MB */
      content: Blob;
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
  /** Sign content with a key that the service holds */
  'POST /v1/sign': {
    path: undefined;
    query: undefined;
    body: {
      /** The file, at most 50 MB */
      content: Blob;
      /** Name of the AI model */
      model: string;
      generator_id: string;
      format?: "image" | "audio" | "text" | "video";
      /** By default a picture, a video with in_band, and a WAV where the networks for sounds are installed carry a neural watermark beside the other one. It survives sizes at which the other is lost. false: no neural watermark. true: MP3 and FLAC are also decoded, marked and encoded again with the same codec, and a note says so when the content cannot carry one. A watermark can be removed by someone who tries hard enough. */
      neural?: "true" | "false";
      /** How strong the watermarks of a picture are. balanced, the default: people do not see them at normal viewing distance. strong: they survive more, may be visible, and may enlarge a graphic of few colors. faint: they survive less. none: content of any kind carries its token alone. */
      watermark?: "balanced" | "strong" | "faint" | "none";
      /** true: a video carries the watermark in every picture and in its sound; it is encoded again at visually lossless quality, within limits of duration and pixels */
      in_band?: "true" | "false";
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
      /** The file, at most 51 MB */
      content: Blob;
      /** A token; when given, nothing else is looked for */
      token?: string;
      format?: "image" | "audio" | "text" | "video";
      /** true: the answer also says where the content no longer carries the watermark of its record, see `localization`. It takes longer. */
      localize?: "true" | "false";
    };
    answer: {
      /** The result in one word, as the verify page shows it. copy: found by a mark alone, and it resembles the record; with `localize=true` only where no part lacks the watermark */
      verdict: "authentic" | "changed" | "copy" | "mark_on_other_content" | "resembles" | "original" | "revoked" | "invalid_record" | "other_credentials_intact" | "other_credentials_broken" | "other_credentials_unchecked" | "token_without_record" | "nothing_found" | "empty_file" | "unknown_type" | "unreadable_file";
      /** The checks that ran */
      checks: Array<{
        name: "token" | "watermark" | "neural_watermark" | "looks" | "sound" | "signature" | "content" | "credentials";
        /** What was looked for is there, or fits */
        passed: boolean;
      }>;
      authentic: boolean;
      tampered: boolean;
      /** Of the identification, not of the integrity */
      confidence: "high" | "medium" | "low" | "none";
      /** Whether the content looks or sounds like the content of the record. near: their fingerprints agree, which proves nothing. far: they do not: other content carries the mark or the token, or the content was cropped or edited strongly. unknown: no record, or nothing to compare */
      likeness: "near" | "far" | "unknown";
      /** provided, xmp, watermark, phash, fingerprint or neural_watermark */
      token_source: string | null;
      /** image, audio, text or video; null: no known format */
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
        /** Who speaks. Trust the domain where there is one: anybody can choose any name */
        signer: {
          /** Name of the organization, as it states it */
          name: string;
          /** A domain that the organization has proven to control; null: none */
          domain: string | null;
          /** ISO 8601, UTC */
          domain_verified_at: string | null;
          /** A domain proven by another organization, which the name imitates; null: none */
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
      /** What a C2PA manifest in the upload says; left out where there is none */
      c2pa?: {
        found: boolean;
        /** Whether signature, assertions and the binding to this file hold; not whether the signer is trusted */
        validation_status: "valid" | "invalid";
        /** Labels of the active manifest */
        assertions: Array<string>;
        manifest_count: number;
        /** As the certificate names it; empty where none could be read */
        signature_issuer: string;
        /** Whether the active manifest is signed under a certificate of this service */
        is_service: boolean;
        /** C2PA status codes, where invalid */
        validation_errors?: Array<string>;
        /** The program that wrote the manifest, as it names itself */
        tool?: string;
        /** ISO 8601, UTC */
        signed_at?: string;
        /** What the manifest says was done, at most 50 */
        actions?: Array<{
          /** c2pa.created and others */
          action: string;
          /** Digital source type of IPTC, such as trainedAlgorithmicMedia */
          source_type?: string;
        }>;
        /** The files it says it was made of, at most 20 a level, three levels */
        ingredients?: Array<{
          title: string;
          /** parentOf, componentOf or inputTo */
          relationship: string;
          /** Who signed the manifest that came with it */
          issuer?: string;
          ingredients?: Array<{
            title: string;
            /** parentOf, componentOf or inputTo */
            relationship: string;
            /** Who signed the manifest that came with it */
            issuer?: string;
            ingredients?: Array<{
              title: string;
              /** parentOf, componentOf or inputTo */
              relationship: string;
              /** Who signed the manifest that came with it */
              issuer?: string;
            }>;
          }>;
        }>;
      };
      /** Where the content no longer carries the watermark of its record; only with `localize=true`. It does not show what was cut away, edits of flat or silent parts, where the watermark is too faint to tell, or light edits that leave the watermark in place. An empty list does not mean that nothing changed: `authentic` says that */
      localization?: {
        kind: "image";
        /** Pixels of the picture as it is shown, after its Exif orientation */
        width: number;
        height: number;
        /** Rectangles that do not carry the watermark, largest first, at most 64 */
        regions: Array<{
          /** Pixels from the left edge of the picture as it is shown */
          x: number;
          /** Pixels from its top edge */
          y: number;
          width: number;
          height: number;
          /** 0 to 1: how sure it is that this part does not carry the watermark */
          score: number;
        }>;
        /** The same as a grid of cells over the picture */
        map: {
          /** At most 128 */
          columns: number;
          /** At most 128 */
          rows: number;
          /** Pixels along the side of a cell */
          cell: number;
          /** Base64 of one byte for each cell, row by row. 0: unknown, the watermark is too faint there to tell. 1: carries the watermark. 2: does not carry it */
          values: string;
        };
      } | {
        kind: "audio";
        /** How much of it was examined, from its start */
        seconds: number;
        ranges: Array<{
          /** Seconds */
          start: number;
          /** Seconds */
          end: number;
          /** 0 to 1: how sure it is that this part does not carry the watermark */
          score: number;
        }>;
      } | {
        kind: "video";
        /** How much of it was examined, from its start */
        seconds: number;
        ranges: Array<{
          /** Seconds */
          start: number;
          /** Seconds */
          end: number;
          /** 0 to 1: how sure it is that this part does not carry the watermark */
          score: number;
        }>;
      } | {
        kind: "text";
        /** How many paragraphs the text has */
        count: number;
        /** At most 1,000 */
        paragraphs: Array<{
          /** Counted from 1 */
          paragraph: number;
          /** Of its first line, counted from 1 */
          line: number;
          /** missing: the paragraph does not carry the watermark. moved: the watermark is not at its start, or is there twice */
          payload: "missing" | "moved";
        }>;
      } | {
        kind: "none";
        /** Why nothing can be shown */
        note: string;
      };
      /** Why the content is not authentic */
      reason?: string;
      /** What could not be looked for, a sentence each */
      notes?: Array<string>;
      /** In a batch: why this item could not be looked at */
      error?: string;
    };
  };
  /** Verify up to 50 contents */
  'POST /v1/verify/batch': {
    path: undefined;
    query: undefined;
    body: {
      items: Array<{
        /** The content in base64 */
        content: string;
        /** A token; when given, nothing else is looked for */
        token?: string;
      }>;
    };
    answer: Array<{
      /** The result in one word, as the verify page shows it. copy: found by a mark alone, and it resembles the record; with `localize=true` only where no part lacks the watermark */
      verdict: "authentic" | "changed" | "copy" | "mark_on_other_content" | "resembles" | "original" | "revoked" | "invalid_record" | "other_credentials_intact" | "other_credentials_broken" | "other_credentials_unchecked" | "token_without_record" | "nothing_found" | "empty_file" | "unknown_type" | "unreadable_file";
      /** The checks that ran */
      checks: Array<{
        name: "token" | "watermark" | "neural_watermark" | "looks" | "sound" | "signature" | "content" | "credentials";
        /** What was looked for is there, or fits */
        passed: boolean;
      }>;
      authentic: boolean;
      tampered: boolean;
      /** Of the identification, not of the integrity */
      confidence: "high" | "medium" | "low" | "none";
      /** Whether the content looks or sounds like the content of the record. near: their fingerprints agree, which proves nothing. far: they do not: other content carries the mark or the token, or the content was cropped or edited strongly. unknown: no record, or nothing to compare */
      likeness: "near" | "far" | "unknown";
      /** provided, xmp, watermark, phash, fingerprint or neural_watermark */
      token_source: string | null;
      /** image, audio, text or video; null: no known format */
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
        /** Who speaks. Trust the domain where there is one: anybody can choose any name */
        signer: {
          /** Name of the organization, as it states it */
          name: string;
          /** A domain that the organization has proven to control; null: none */
          domain: string | null;
          /** ISO 8601, UTC */
          domain_verified_at: string | null;
          /** A domain proven by another organization, which the name imitates; null: none */
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
      /** What a C2PA manifest in the upload says; left out where there is none */
      c2pa?: {
        found: boolean;
        /** Whether signature, assertions and the binding to this file hold; not whether the signer is trusted */
        validation_status: "valid" | "invalid";
        /** Labels of the active manifest */
        assertions: Array<string>;
        manifest_count: number;
        /** As the certificate names it; empty where none could be read */
        signature_issuer: string;
        /** Whether the active manifest is signed under a certificate of this service */
        is_service: boolean;
        /** C2PA status codes, where invalid */
        validation_errors?: Array<string>;
        /** The program that wrote the manifest, as it names itself */
        tool?: string;
        /** ISO 8601, UTC */
        signed_at?: string;
        /** What the manifest says was done, at most 50 */
        actions?: Array<{
          /** c2pa.created and others */
          action: string;
          /** Digital source type of IPTC, such as trainedAlgorithmicMedia */
          source_type?: string;
        }>;
        /** The files it says it was made of, at most 20 a level, three levels */
        ingredients?: Array<{
          title: string;
          /** parentOf, componentOf or inputTo */
          relationship: string;
          /** Who signed the manifest that came with it */
          issuer?: string;
          ingredients?: Array<{
            title: string;
            /** parentOf, componentOf or inputTo */
            relationship: string;
            /** Who signed the manifest that came with it */
            issuer?: string;
            ingredients?: Array<{
              title: string;
              /** parentOf, componentOf or inputTo */
              relationship: string;
              /** Who signed the manifest that came with it */
              issuer?: string;
            }>;
          }>;
        }>;
      };
      /** Where the content no longer carries the watermark of its record; only with `localize=true`. It does not show what was cut away, edits of flat or silent parts, where the watermark is too faint to tell, or light edits that leave the watermark in place. An empty list does not mean that nothing changed: `authentic` says that */
      localization?: {
        kind: "image";
        /** Pixels of the picture as it is shown, after its Exif orientation */
        width: number;
        height: number;
        /** Rectangles that do not carry the watermark, largest first, at most 64 */
        regions: Array<{
          /** Pixels from the left edge of the picture as it is shown */
          x: number;
          /** Pixels from its top edge */
          y: number;
          width: number;
          height: number;
          /** 0 to 1: how sure it is that this part does not carry the watermark */
          score: number;
        }>;
        /** The same as a grid of cells over the picture */
        map: {
          /** At most 128 */
          columns: number;
          /** At most 128 */
          rows: number;
          /** Pixels along the side of a cell */
          cell: number;
          /** Base64 of one byte for each cell, row by row. 0: unknown, the watermark is too faint there to tell. 1: carries the watermark. 2: does not carry it */
          values: string;
        };
      } | {
        kind: "audio";
        /** How much of it was examined, from its start */
        seconds: number;
        ranges: Array<{
          /** Seconds */
          start: number;
          /** Seconds */
          end: number;
          /** 0 to 1: how sure it is that this part does not carry the watermark */
          score: number;
        }>;
      } | {
        kind: "video";
        /** How much of it was examined, from its start */
        seconds: number;
        ranges: Array<{
          /** Seconds */
          start: number;
          /** Seconds */
          end: number;
          /** 0 to 1: how sure it is that this part does not carry the watermark */
          score: number;
        }>;
      } | {
        kind: "text";
        /** How many paragraphs the text has */
        count: number;
        /** At most 1,000 */
        paragraphs: Array<{
          /** Counted from 1 */
          paragraph: number;
          /** Of its first line, counted from 1 */
          line: number;
          /** missing: the paragraph does not carry the watermark. moved: the watermark is not at its start, or is there twice */
          payload: "missing" | "moved";
        }>;
      } | {
        kind: "none";
        /** Why nothing can be shown */
        note: string;
      };
      /** Why the content is not authentic */
      reason?: string;
      /** What could not be looked for, a sentence each */
      notes?: Array<string>;
      /** In a batch: why this item could not be looked at */
      error?: string;
    }>;
  };
  /** What a token stands for */
  'GET /v1/verify/status/{token}': {
    path: {
      token: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      record_id: string;
      /** When revoked, the provenance cannot be trusted */
      generator_status: "active" | "revoked";
      /** ISO 8601, UTC */
      revoked_at: string | null;
      model: string;
      /** ISO 8601, UTC */
      signed_at: string;
      org_id: string;
      org_name: string;
      /** Who speaks. Trust the domain where there is one: anybody can choose any name */
      signer: {
        /** Name of the organization, as it states it */
        name: string;
        /** A domain that the organization has proven to control; null: none */
        domain: string | null;
        /** ISO 8601, UTC */
        domain_verified_at: string | null;
        /** A domain proven by another organization, which the name imitates; null: none */
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
  /** Signatures used in the current month */
  'GET /v1/billing/usage': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      plan: "free" | "starter" | "growth" | "scale" | "enterprise";
      billing_interval: "monthly" | "annual";
      signatures_used: number;
      /** null: without a quota */
      signatures_included: number | null;
      /** USD for each signature beyond the included ones */
      overage_rate: number;
      overage_count: number;
      /** ISO 8601, UTC */
      period_start: string;
      /** ISO 8601, UTC */
      period_end: string;
    };
  };
  /** The plans and their prices */
  'GET /v1/billing/plans': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      plans: Array<{
        plan: "free" | "starter" | "growth" | "scale" | "enterprise";
        label: string;
        /** USD; null: by agreement */
        monthly_price: number | null;
        annual_monthly_price: number | null;
        annual_total: number | null;
        included_signatures: number | null;
        overage_rate: number;
        upgrade_url: string;
      }>;
    };
  };
  /** What happened in the organization, newest first */
  'GET /v1/audit': {
    path: undefined;
    query: {
      page?: number;
      limit?: number;
      /** A timestamp, or next_cursor of the page before */
      before?: string;
      /** Events of this type alone; uses the cursor */
      type?: string;
      /** ISO 8601 date or timestamp, inclusive; uses the cursor */
      from?: string;
    };
    body: undefined;
    answer: {
      events: Array<{
        event_id: string;
        type: string;
        /** ISO 8601, UTC */
        timestamp: string;
        metadata: Record<string, unknown>;
      }>;
      total: number;
      page: number;
      limit: number;
      /** With `before`, `type` or `from`: where the next page begins */
      next_cursor?: string;
    };
  };
  /** The audit log as a file, oldest first */
  'GET /v1/audit/export': {
    path: undefined;
    query: {
      format?: "csv" | "json";
      /** ISO 8601 date or timestamp, inclusive */
      from?: string;
      /** ISO 8601 date or timestamp, inclusive */
      to?: string;
    };
    body: undefined;
    answer: {
      events: Array<{
        event_id: string;
        type: string;
        /** ISO 8601, UTC */
        timestamp: string;
        metadata: Record<string, unknown>;
      }>;
    } | string;
  };
  /** What the organization did in a period, beside Article 50 of the AI Act */
  'GET /v1/attestation': {
    path: undefined;
    query: {
      /** ISO 8601 date or timestamp, inclusive; left out: the start of the current month in UTC */
      from?: string;
      /** ISO 8601 date or timestamp, inclusive; left out: now */
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
        /** Who holds the private keys */
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
  /** The same as a signed file, to print or to keep */
  'GET /v1/attestation/export': {
    path: undefined;
    query: {
      /** ISO 8601 date or timestamp, inclusive; left out: the start of the current month in UTC */
      from?: string;
      /** ISO 8601 date or timestamp, inclusive; left out: now */
      to?: string;
      format?: "json" | "html";
    };
    body: undefined;
    answer: unknown;
  };
  /** The public keys under which exported attestations are signed */
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
  /** The signature of an exported attestation */
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
  /** The webhook endpoints of the organization */
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
        /** Consecutive failures; at five the endpoint is disabled */
        failure_count: number;
        /** ISO 8601, UTC */
        created_at: string;
      }>;
      plan: "free" | "starter" | "growth" | "scale" | "enterprise";
      /** Whether the plan includes webhooks */
      webhooks_enabled: boolean;
    };
  };
  /** Register an endpoint */
  'POST /v1/webhooks': {
    path: undefined;
    query: undefined;
    body: {
      /** https, at a public address */
      url: string;
      events: Array<"record.created" | "verify.attempted" | "verify.tamper_detected" | "quota.warning" | "quota.limit" | "generator.revoked" | "generator.key_rotated">;
    };
    answer: {
      webhook_id: string;
      url: string;
      events: Array<"record.created" | "verify.attempted" | "verify.tamper_detected" | "quota.warning" | "quota.limit" | "generator.revoked" | "generator.key_rotated">;
      status: "active" | "disabled";
      /** Consecutive failures; at five the endpoint is disabled */
      failure_count: number;
      /** ISO 8601, UTC */
      created_at: string;
      /** Signs every delivery; shown only now */
      secret: string;
    };
  };
  /** Change an endpoint */
  'PATCH /v1/webhooks/{id}': {
    path: {
      id: string;
    };
    query: undefined;
    body: {
      /** https, at a public address */
      url?: string;
      events?: Array<"record.created" | "verify.attempted" | "verify.tamper_detected" | "quota.warning" | "quota.limit" | "generator.revoked" | "generator.key_rotated">;
      status?: "active" | "disabled";
    };
    answer: {
      webhook_id: string;
      url: string;
      events: Array<"record.created" | "verify.attempted" | "verify.tamper_detected" | "quota.warning" | "quota.limit" | "generator.revoked" | "generator.key_rotated">;
      status: "active" | "disabled";
      /** Consecutive failures; at five the endpoint is disabled */
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
  /** The last 50 deliveries to an endpoint, newest first */
  'GET /v1/webhooks/{id}/deliveries': {
    path: {
      id: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      deliveries: Array<{
        /** The id of the envelope */
        delivery_id: string;
        webhook_id: string;
        event: string;
        status: "delivered" | "failed";
        /** null: no answer came */
        status_code: number | null;
        /** The first 4 KB of the answer */
        response_body: string | null;
        /** Why no answer came */
        failure: string | null;
        latency_ms: number | null;
        attempts: number;
        /** ISO 8601, UTC */
        created_at: string;
      }>;
    };
  };
  /** One delivery with its payload */
  'GET /v1/webhooks/{id}/deliveries/{deliveryId}': {
    path: {
      id: string;
      deliveryId: string;
    };
    query: undefined;
    body: undefined;
    answer: {
      /** The id of the envelope */
      delivery_id: string;
      webhook_id: string;
      event: string;
      status: "delivered" | "failed";
      /** null: no answer came */
      status_code: number | null;
      /** The first 4 KB of the answer */
      response_body: string | null;
      /** Why no answer came */
      failure: string | null;
      latency_ms: number | null;
      attempts: number;
      /** ISO 8601, UTC */
      created_at: string;
      /** The body as it is sent: what the signature covers */
      payload: string;
    };
  };
  /** Attempt a failed delivery again */
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
  /** Verifications and signatures over the last days */
  'GET /v1/analytics/overview': {
    path: undefined;
    query: {
      days?: number;
    };
    body: undefined;
    answer: {
      /** Days up to today, in UTC */
      window_days: number;
      /** Verifications that found a record of the organization */
      total_verifications: number;
      tamper_count: number;
      authentic_count: number;
      /** Oldest first, without gaps */
      daily_trend: Array<{
        date: string;
        verifications: number;
        tampered: number;
        signatures: number;
      }>;
      /** Verifications by the format of the content */
      by_format: {
        image: number;
        audio: number;
        text: number;
        video: number;
        unknown: number;
      };
      /** Verifications by what led to the record */
      by_source: {
        provided: number;
        xmp: number;
        watermark: number;
        phash: number;
        fingerprint: number;
        neural_watermark: number;
      };
      /** The records verified most, at most 10 */
      top_records: Array<{
        record_id: string;
        verifications: number;
        tampered: number;
      }>;
    };
  };
  /** The verifications of one record */
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
        /** near, far or unknown; absent from older events */
        likeness?: string;
        token_source: string | null;
        format: string | null;
        reason?: string;
      }>;
    };
  };
  /** Whether the service is ready */
  'GET /health': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: {
      status: "ok";
      checks: {
        database: "ok" | "failing";
        /** In the order of DATABASE_REPLICA_URL; the primary answers for those that are not ok. foreign: not a replica of this database, or not yet on its timeline. */
        replicas?: Array<"ok" | "behind" | "away" | "foreign">;
        cache: "ok" | "failing";
        workers: "ok" | "failing";
        /** The perceptual hashes of all records, in memory */
        index: "ok" | "loading";
        /** absent: video is signed by its token alone */
        decoder: "ok" | "absent";
        /** The neural watermark of pictures. absent: its runtime or its networks are not installed; altered: their files are not the ones that were released; off: NEURAL_WATERMARK=false. Pictures then carry the other watermark alone. */
        neural: "ok" | "absent" | "altered" | "off";
        /** The same for sounds, whose networks are not part of every release. */
        neural_audio: "ok" | "absent" | "altered" | "off";
      };
    };
  };
  /** The release and the environment that answer */
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
  /** Figures for Prometheus */
  'GET /metrics': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: string;
  };
  /** This interface as OpenAPI 3.1 */
  'GET /openapi.json': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: Record<string, unknown>;
  };
  /** This interface as a page to read and try */
  'GET /docs': {
    path: undefined;
    query: undefined;
    body: undefined;
    answer: string;
  };
}
