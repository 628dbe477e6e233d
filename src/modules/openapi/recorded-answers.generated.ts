// Made by test/reference/answers.spec.ts with RECORD_ANSWERS=1: answers that the service gave there. Not to be edited.

import type { RecordedAnswers } from './recorded-answers.js';

export const RECORDED: RecordedAnswers = {
  "requestAccess": {
    "200": {
      "message": "A six-digit code is on its way. Send it to POST /v1/auth/verify-access.",
      "email": "you@example.com",
      "expires_in_seconds": 900
    }
  },
  "verifyAccess": {
    "200": {
      "api_key": "stnd_anExampleOfAKey00000000000000000",
      "key_id": "key_01m808c802een98b2hcp6mwwch",
      "label": "key-1795305119"
    }
  },
  "checkLive": {
    "200": {
      "status": "ok"
    }
  },
  "checkReady": {
    "200": {
      "status": "ok",
      "checks": {
        "postgres": {
          "status": "up"
        },
        "migrations": {
          "status": "up"
        },
        "queue": {
          "status": "up",
          "waiting": 0,
          "oldest_seconds": 0
        },
        "ledger": {
          "status": "up",
          "balanced": null
        }
      }
    }
  },
  "checkHealth": {
    "200": {
      "live": true,
      "uptime_seconds": 29,
      "status": "ok",
      "checks": {
        "postgres": {
          "status": "up"
        },
        "migrations": {
          "status": "up"
        },
        "queue": {
          "status": "up",
          "waiting": 0,
          "oldest_seconds": 0
        },
        "ledger": {
          "status": "up",
          "balanced": null
        }
      }
    }
  },
  "getConfig": {
    "200": {
      "service": "Standing",
      "version": "0.1.0",
      "registry_mode": "sandbox",
      "credits": {
        "quick": 1,
        "deep": 15,
        "deep_force_refresh": 25,
        "search_per_jurisdiction": 2,
        "history": 5
      },
      "packages": [
        {
          "package_id": "starter",
          "name": "Starter",
          "credits": 100,
          "price_usd": 8,
          "price_per_credit_usd": 0.08
        },
        {
          "package_id": "pro",
          "name": "Pro",
          "credits": 500,
          "price_usd": 35,
          "price_per_credit_usd": 0.07
        }
      ],
      "limits": {
        "requests_per_minute": 100000,
        "free_credits": 50,
        "job_attempts": 3,
        "idempotency_key_length": 128,
        "one_time_code_seconds": 900,
        "wait_seconds": 25,
        "search_jurisdictions": 10
      },
      "jurisdictions": [
        {
          "code": "us-co",
          "name": "Colorado",
          "country": "us",
          "active": true,
          "tiers": [
            "quick",
            "deep"
          ],
          "coverage": "all",
          "source": {
            "name": "Colorado Secretary of State, Business Entities in Colorado",
            "url": "https://data.colorado.gov/d/4ykn-tg5h",
            "licence": "Public domain"
          },
          "source_status": "operational",
          "sample_names": [
            "Imaginary Lanterns LLC",
            "Storybook Gear Works, Inc."
          ]
        },
        {
          "code": "us-ct",
          "name": "Connecticut",
          "country": "us",
          "active": true,
          "tiers": [
            "quick",
            "deep"
          ],
          "coverage": "all",
          "source": {
            "name": "Connecticut Secretary of the State, Business Registry",
            "url": "https://data.ct.gov/d/n7gp-d28j",
            "licence": "Public domain"
          },
          "source_status": "operational",
          "sample_names": [
            "Pretend Teapots LLC",
            "Storybook Gear Works, Inc."
          ]
        }
      ]
    }
  },
  "listJurisdictions": {
    "200": {
      "jurisdictions": [
        {
          "code": "us-co",
          "name": "Colorado",
          "country": "us",
          "active": true,
          "tiers": [
            "quick",
            "deep"
          ],
          "coverage": "all",
          "source": {
            "name": "Colorado Secretary of State, Business Entities in Colorado",
            "url": "https://data.colorado.gov/d/4ykn-tg5h",
            "licence": "Public domain"
          },
          "source_status": "operational",
          "sample_names": [
            "Imaginary Lanterns LLC",
            "Storybook Gear Works, Inc."
          ]
        },
        {
          "code": "us-ct",
          "name": "Connecticut",
          "country": "us",
          "active": true,
          "tiers": [
            "quick",
            "deep"
          ],
          "coverage": "all",
          "source": {
            "name": "Connecticut Secretary of the State, Business Registry",
            "url": "https://data.ct.gov/d/n7gp-d28j",
            "licence": "Public domain"
          },
          "source_status": "operational",
          "sample_names": [
            "Pretend Teapots LLC",
            "Storybook Gear Works, Inc."
          ]
        }
      ]
    }
  },
  "verifyBusiness": {
    "200": {
      "status": "completed",
      "job_id": "job_01m808c8j8epfrpmwrxqse14qq",
      "entity_id": "ent_01m808c8nne0xv9ww10q5fpsca",
      "data": {
        "entity_name": "Imaginary Lanterns LLC",
        "status": "active",
        "status_detail": "Good Standing",
        "good_standing": true,
        "entity_type": "Domestic Limited Liability Company",
        "jurisdiction": "us-co",
        "formation_date": "2001-02-02",
        "confidence": 100,
        "jurisdiction_id": "20019000001",
        "registered_agent": {
          "name": "Nowhere Registered Agents LLC",
          "address": {
            "line1": "400 Nowhere Plaza",
            "line2": null,
            "city": "Imaginary Springs",
            "region": "CO",
            "postal_code": "80000",
            "country": "US"
          }
        },
        "officers": null,
        "principal_address": {
          "line1": "1 Imaginary Street",
          "line2": null,
          "city": "Nowhere Falls",
          "region": "CO",
          "postal_code": "80001",
          "country": "US"
        },
        "filing_history_summary": {
          "total_filings": 4,
          "last_filing_date": "2025-03-15",
          "recent_filings": [
            {
              "date": "2025-03-15",
              "type": "Periodic Report"
            },
            {
              "date": "2024-03-15",
              "type": "Periodic Report"
            }
          ]
        },
        "tier": "deep",
        "match": {
          "method": "exact",
          "matched_name": "Imaginary Lanterns LLC"
        },
        "source": {
          "name": "Colorado Secretary of State, Business Entities in Colorado",
          "url": "https://www.coloradosos.gov/biz/BusinessEntityDetail.do?masterFileId=20019000001&entityId2=20019000001&fileId=20019000001&srchTyp=ENTITY",
          "licence": "Public domain",
          "retrieved_at": "2026-11-21T23:52:00.406Z",
          "coverage": "all",
          "sandbox": true
        }
      }
    },
    "202": {
      "status": "pending",
      "job_id": "job_01m808c8a9f8r80x2515xph0kh"
    }
  },
  "getVerificationStatus": {
    "200": {
      "status": "processing",
      "job_id": "job_01m808c8a9f8r80x2515xph0kh"
    }
  },
  "getEntity": {
    "200": {
      "entity_id": "ent_01m808c8nne0xv9ww10q5fpsca",
      "entity_name": "Imaginary Lanterns LLC",
      "status": "active",
      "status_detail": "Good Standing",
      "good_standing": true,
      "entity_type": "Domestic Limited Liability Company",
      "jurisdiction": "us-co",
      "formation_date": "2001-02-02",
      "confidence": 100,
      "jurisdiction_id": "20019000001",
      "registered_agent": {
        "name": "Nowhere Registered Agents LLC",
        "address": {
          "line1": "400 Nowhere Plaza",
          "line2": null,
          "city": "Imaginary Springs",
          "region": "CO",
          "postal_code": "80000",
          "country": "US"
        }
      },
      "officers": null,
      "principal_address": {
        "line1": "1 Imaginary Street",
        "line2": null,
        "city": "Nowhere Falls",
        "region": "CO",
        "postal_code": "80001",
        "country": "US"
      },
      "filing_history_summary": {
        "total_filings": 4,
        "last_filing_date": "2025-03-15",
        "recent_filings": [
          {
            "date": "2025-03-15",
            "type": "Periodic Report"
          },
          {
            "date": "2024-03-15",
            "type": "Periodic Report"
          }
        ]
      },
      "tier": "deep",
      "match": {
        "method": "exact",
        "matched_name": "Imaginary Lanterns LLC"
      },
      "source": {
        "name": "Colorado Secretary of State, Business Entities in Colorado",
        "url": "https://www.coloradosos.gov/biz/BusinessEntityDetail.do?masterFileId=20019000001&entityId2=20019000001&fileId=20019000001&srchTyp=ENTITY",
        "licence": "Public domain",
        "retrieved_at": "2026-11-21T23:52:00.406Z",
        "coverage": "all",
        "sandbox": true
      },
      "last_verified_at": "2026-11-21T23:52:00.406Z",
      "snapshots": 1
    }
  },
  "getEntityHistory": {
    "200": {
      "entity_id": "ent_01m808c8nne0xv9ww10q5fpsca",
      "snapshots": [
        {
          "snapshot_id": "snp_01m808c8mpeak8qfg01gsc019z",
          "verified_at": "2026-11-21T23:52:00.406Z",
          "tier": "quick",
          "changes": [],
          "data": {
            "entity_name": "Imaginary Lanterns LLC",
            "status": "active",
            "status_detail": "Good Standing",
            "good_standing": true,
            "entity_type": "Domestic Limited Liability Company",
            "jurisdiction": "us-co",
            "formation_date": "2001-02-02",
            "confidence": 100,
            "jurisdiction_id": "20019000001",
            "tier": "quick",
            "match": {
              "method": "exact",
              "matched_name": "Imaginary Lanterns LLC"
            },
            "source": {
              "name": "Colorado Secretary of State, Business Entities in Colorado",
              "url": "https://www.coloradosos.gov/biz/BusinessEntityDetail.do?masterFileId=20019000001&entityId2=20019000001&fileId=20019000001&srchTyp=ENTITY",
              "licence": "Public domain",
              "retrieved_at": "2026-11-21T23:52:00.406Z",
              "coverage": "all",
              "sandbox": true
            }
          }
        }
      ],
      "pagination": {
        "limit": 20,
        "offset": 0,
        "total": 1
      }
    }
  },
  "searchEntities": {
    "200": {
      "status": "completed",
      "search_id": "srch_01m808cq8ze418c26n2vmxwh5j",
      "results": [
        {
          "entity_id": "ent_01m808c8nne0xv9ww10q5fpsca",
          "entity_name": "Imaginary Lanterns LLC",
          "status": "active",
          "status_detail": "Good Standing",
          "good_standing": true,
          "entity_type": "Domestic Limited Liability Company",
          "jurisdiction": "us-co",
          "formation_date": "2001-02-02",
          "confidence": 15,
          "jurisdiction_id": "20019000001",
          "tier": "quick",
          "match": {
            "method": "fuzzy",
            "matched_name": "Imaginary Lanterns LLC"
          },
          "source": {
            "name": "Colorado Secretary of State, Business Entities in Colorado",
            "url": "https://www.coloradosos.gov/biz/BusinessEntityDetail.do?masterFileId=20019000001&entityId2=20019000001&fileId=20019000001&srchTyp=ENTITY",
            "licence": "Public domain",
            "retrieved_at": "2026-11-21T23:52:15.497Z",
            "coverage": "all",
            "sandbox": true
          }
        },
        {
          "entity_id": "ent_01m808cqhtfmas7y6eybz5zzgx",
          "entity_name": "Fabled Selkie Lanterns Inc.",
          "status": "active",
          "status_detail": null,
          "good_standing": null,
          "entity_type": "DOMESTIC BUSINESS CORPORATION",
          "jurisdiction": "us-ny",
          "formation_date": "1955-03-11",
          "confidence": 13,
          "jurisdiction_id": "9000038",
          "tier": "quick",
          "match": {
            "method": "fuzzy",
            "matched_name": "Fabled Selkie Lanterns Inc."
          },
          "source": {
            "name": "New York Department of State, Active Corporations",
            "url": "https://data.ny.gov/d/n9v6-gdp6",
            "licence": "OPEN NY Terms of Use",
            "retrieved_at": "2026-11-21T23:52:15.632Z",
            "coverage": "active_only",
            "sandbox": true
          }
        }
      ],
      "jobs": [
        {
          "job_id": "job_01m808cq8zeyhsqaaastcjt6p4",
          "jurisdiction": "us-co",
          "status": "completed"
        },
        {
          "job_id": "job_01m808cq8zebx86vzse6r0q4mk",
          "jurisdiction": "us-ny",
          "status": "completed"
        }
      ],
      "job_ids": [
        "job_01m808cq8zeyhsqaaastcjt6p4",
        "job_01m808cq8zebx86vzse6r0q4mk"
      ],
      "jurisdictions_failed": [],
      "failures": [],
      "pagination": {
        "limit": 20,
        "offset": 0,
        "total": 9
      }
    },
    "202": {
      "status": "pending",
      "search_id": "srch_01m808cq4vedqvjm4gab2279bc",
      "results": [],
      "jobs": [
        {
          "job_id": "job_01m808cq4vfq6rzeyce3yseqb0",
          "jurisdiction": "us-co",
          "status": "pending"
        },
        {
          "job_id": "job_01m808cq4vfedv0k48kmxn0px5",
          "jurisdiction": "us-ny",
          "status": "pending"
        }
      ],
      "job_ids": [
        "job_01m808cq4vfq6rzeyce3yseqb0",
        "job_01m808cq4vfedv0k48kmxn0px5"
      ],
      "jurisdictions_failed": [],
      "failures": [],
      "pagination": {
        "limit": 20,
        "offset": 0,
        "total": 0
      }
    }
  },
  "getSearch": {
    "200": {
      "status": "completed",
      "search_id": "srch_01m808cq4vedqvjm4gab2279bc",
      "results": [
        {
          "entity_id": "ent_01m808c8nne0xv9ww10q5fpsca",
          "entity_name": "Imaginary Lanterns LLC",
          "status": "active",
          "status_detail": "Good Standing",
          "good_standing": true,
          "entity_type": "Domestic Limited Liability Company",
          "jurisdiction": "us-co",
          "formation_date": "2001-02-02",
          "confidence": 15,
          "jurisdiction_id": "20019000001",
          "tier": "quick",
          "match": {
            "method": "fuzzy",
            "matched_name": "Imaginary Lanterns LLC"
          },
          "source": {
            "name": "Colorado Secretary of State, Business Entities in Colorado",
            "url": "https://www.coloradosos.gov/biz/BusinessEntityDetail.do?masterFileId=20019000001&entityId2=20019000001&fileId=20019000001&srchTyp=ENTITY",
            "licence": "Public domain",
            "retrieved_at": "2026-11-21T23:52:15.497Z",
            "coverage": "all",
            "sandbox": true
          }
        },
        {
          "entity_id": "ent_01m808cqhtfmas7y6eybz5zzgx",
          "entity_name": "Fabled Selkie Lanterns Inc.",
          "status": "active",
          "status_detail": null,
          "good_standing": null,
          "entity_type": "DOMESTIC BUSINESS CORPORATION",
          "jurisdiction": "us-ny",
          "formation_date": "1955-03-11",
          "confidence": 13,
          "jurisdiction_id": "9000038",
          "tier": "quick",
          "match": {
            "method": "fuzzy",
            "matched_name": "Fabled Selkie Lanterns Inc."
          },
          "source": {
            "name": "New York Department of State, Active Corporations",
            "url": "https://data.ny.gov/d/n9v6-gdp6",
            "licence": "OPEN NY Terms of Use",
            "retrieved_at": "2026-11-21T23:52:15.632Z",
            "coverage": "active_only",
            "sandbox": true
          }
        }
      ],
      "jobs": [
        {
          "job_id": "job_01m808cq4vfq6rzeyce3yseqb0",
          "jurisdiction": "us-co",
          "status": "completed"
        },
        {
          "job_id": "job_01m808cq4vfedv0k48kmxn0px5",
          "jurisdiction": "us-ny",
          "status": "completed"
        }
      ],
      "job_ids": [
        "job_01m808cq4vfq6rzeyce3yseqb0",
        "job_01m808cq4vfedv0k48kmxn0px5"
      ],
      "jurisdictions_failed": [],
      "failures": [],
      "pagination": {
        "limit": 20,
        "offset": 0,
        "total": 9
      }
    }
  },
  "listDeliveries": {
    "200": {
      "deliveries": [
        {
          "delivery_id": "dlv_01m808cg6cfr08ct1kchsw5nb2",
          "job_id": "job_01m808c8a9f8r80x2515xph0kh",
          "event": "verification.failed",
          "url": "https://hooks.example.com/standing",
          "status": "delivered",
          "attempts": [
            {
              "number": 1,
              "at": "2026-11-21T23:52:08.159Z",
              "response_status": 200,
              "duration_ms": 28
            }
          ],
          "created_at": "2026-11-21T23:52:08.122Z"
        }
      ],
      "pagination": {
        "limit": 20,
        "offset": 0,
        "total": 1
      }
    }
  },
  "getDelivery": {
    "200": {
      "delivery_id": "dlv_01m808cg6cfr08ct1kchsw5nb2",
      "job_id": "job_01m808c8a9f8r80x2515xph0kh",
      "event": "verification.failed",
      "url": "https://hooks.example.com/standing",
      "status": "delivered",
      "attempts": [
        {
          "number": 1,
          "at": "2026-11-21T23:52:08.159Z",
          "response_status": 200,
          "duration_ms": 28,
          "request_headers": {
            "User-Agent": "Service-Webhook/1.0",
            "webhook-id": "evt_01m808cg6cfbkb7px41ddzambf",
            "Content-Type": "application/json",
            "webhook-signature": "v1,/jx8coEB2enGLaUKdawGf6NP3XKwYJZhRGmLw6Dayvk=",
            "webhook-timestamp": "1795305128",
            "X-Service-Signature": "sha256=78920b362b856de204e34c5d2aaf4dcdd4add32249d81f09717d32ab2c27540a"
          },
          "response_body": "thank you"
        }
      ],
      "created_at": "2026-11-21T23:52:08.122Z",
      "request_body": "{\"event\":\"verification.failed\",\"job_id\":\"job_01m808c8a9f8r80x2515xph0kh\",\"jurisdiction\":\"us-co\",\"entity_name\":\"Sandbox Slow LLC\",\"status\":\"failed\",\"error\":\"DATA_SOURCE_TIMEOUT: The official source did not respond in time.\",\"credits_charged\":1,\"credits_refunded\":true,\"completed_at\":\"2026-11-21T23:52:08.140Z\"}"
    }
  },
  "redeliver": {
    "202": {
      "delivery_id": "dlv_01m808cx81ed1agw53zxj34wpd"
    }
  },
  "listEvents": {
    "200": {
      "events": [
        {
          "event_id": "evt_01m808cg6cfbkb7px41ddzambf",
          "created_at": "2026-11-21T23:52:08.140Z",
          "payload": {
            "event": "verification.failed",
            "job_id": "job_01m808c8a9f8r80x2515xph0kh",
            "jurisdiction": "us-co",
            "entity_name": "Sandbox Slow LLC",
            "status": "failed",
            "error": "DATA_SOURCE_TIMEOUT: The official source did not respond in time.",
            "credits_charged": 1,
            "credits_refunded": true,
            "completed_at": "2026-11-21T23:52:08.140Z"
          }
        }
      ],
      "next_cursor": "evt_01m808cg6cfbkb7px41ddzambf",
      "has_more": false
    }
  },
  "getBilling": {
    "200": {
      "credit_balance": 3,
      "packages": [
        {
          "package_id": "starter",
          "name": "Starter",
          "credits": 100,
          "price_usd": 8,
          "price_per_credit_usd": 0.08
        },
        {
          "package_id": "pro",
          "name": "Pro",
          "credits": 500,
          "price_usd": 35,
          "price_per_credit_usd": 0.07
        }
      ],
      "transactions": [
        {
          "transaction_id": "txn_01m808cpehfpdae0vm4qfkepvh",
          "type": "charge",
          "amount": -15,
          "balance_after": 3,
          "description": "Verification (deep) in us-co",
          "created_at": "2026-11-21T23:52:14.560Z"
        },
        {
          "transaction_id": "txn_01m808cpc8f74v19a9dd0xbzs9",
          "type": "charge",
          "amount": -15,
          "balance_after": 18,
          "description": "Verification (deep) in us-co",
          "created_at": "2026-11-21T23:52:14.473Z"
        }
      ],
      "pagination": {
        "limit": 20,
        "offset": 0,
        "total": 12
      }
    }
  },
  "purchaseCredits": {
    "201": {
      "checkout_url": "https://checkout.stripe.com/c/pay/cs_test_1_1795305141734",
      "session_id": "cs_test_1_1795305141734",
      "package_id": "pro",
      "expires_at": "2026-11-22T23:52:21.000Z"
    }
  },
  "receiveStripeEvent": {
    "200": {
      "received": true
    }
  },
  "quotePrice": {
    "200": {
      "max_credits": 15,
      "expected_credits": 15,
      "cached": true,
      "cached_age_seconds": 22,
      "expected_wait_seconds": 0,
      "tier": "deep"
    }
  },
  "getAccount": {
    "200": {
      "account_id": "acc_01m808cy5rf0gbp6p86vkv4d1f",
      "email": "you@example.com",
      "email_verified": true,
      "credit_balance": 50,
      "created_at": "2026-11-21T23:52:22.451Z",
      "api_keys": [
        {
          "id": "key_01m808cy5yegj9n29vwfndzfaq",
          "label": "key-1795305142",
          "prefix": "stnd_cVp",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-21T23:52:22.462Z"
        }
      ]
    }
  },
  "getUsage": {
    "200": {
      "period": {
        "from": "2026-10-23",
        "to": "2026-11-21"
      },
      "totals": {
        "requests": 0,
        "credits_charged": 0,
        "credits_refunded": 0
      },
      "by_operation": [],
      "by_day": [
        {
          "date": "2026-10-23",
          "requests": 0,
          "credits_charged": 0,
          "credits_refunded": 0
        },
        {
          "date": "2026-10-24",
          "requests": 0,
          "credits_charged": 0,
          "credits_refunded": 0
        }
      ],
      "by_key": []
    }
  },
  "listGrants": {
    "200": {
      "grants": [
        {
          "grant_id": "xmcTtaHiIpGFmrVd8qJVITlnDP6-ibBKxxef6QUHA1q",
          "client_id": "qFI5Ex82uZTfe-C6Jb6sDfGM1Vf73XF9MsMSJoQHoRc",
          "client_name": "Desk Agent",
          "scopes": [
            "account:read"
          ],
          "granted_at": "2026-11-21T23:52:23.190Z",
          "expires_at": "2027-11-21T23:52:23.190Z"
        }
      ]
    }
  },
  "updateAccount": {
    "200": {
      "account_id": "acc_01m808d078f2xazw5c1g67ees4",
      "email": "you@example.com",
      "email_verified": true,
      "name": "Northwind Compliance",
      "credit_balance": 50,
      "created_at": "2026-11-21T23:52:24.544Z",
      "api_keys": [
        {
          "id": "key_01m808d07mfcnr5e6mxdnh24s6",
          "label": "key-1795305144",
          "prefix": "stnd_M3H",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-21T23:52:24.564Z"
        }
      ]
    }
  },
  "exportData": {
    "200": {
      "exported_at": "2026-11-21T23:52:24.906Z",
      "account": {
        "account_id": "acc_01m808c7zrefjt03wecaf6jy5f",
        "email": "you@example.com",
        "email_verified": true,
        "credit_balance": 503,
        "created_at": "2026-11-21T23:51:59.735Z"
      },
      "api_keys": [
        {
          "id": "key_01m808c802een98b2hcp6mwwch",
          "label": "key-1795305119",
          "prefix": "stnd_Lou",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-21T23:51:59.745Z"
        }
      ],
      "transactions": [
        {
          "transaction_id": "txn_01m808c800feeb04kzewakr432",
          "type": "grant",
          "amount": 50,
          "balance_after": 50,
          "description": "Free credits for a new account",
          "created_at": "2026-11-21T23:51:59.744Z"
        },
        {
          "transaction_id": "txn_01m808c8aje4yv6fg01zzgb08v",
          "type": "charge",
          "amount": -1,
          "balance_after": 49,
          "description": "Verification (quick) in us-co",
          "operation": "verify_quick",
          "key_id": "key_01m808c802een98b2hcp6mwwch",
          "job_id": "job_01m808c8a9f8r80x2515xph0kh",
          "created_at": "2026-11-21T23:52:00.083Z"
        }
      ],
      "jobs": [
        {
          "job_id": "job_01m808c8a9f8r80x2515xph0kh",
          "status": "failed",
          "entity_name": "Sandbox Slow LLC",
          "jurisdiction": "us-co",
          "tier": "quick",
          "credits_charged": 1,
          "error": "DATA_SOURCE_TIMEOUT: The official source did not respond in time.",
          "created_at": "2026-11-21T23:52:00.074Z",
          "completed_at": "2026-11-21T23:52:08.122Z"
        },
        {
          "job_id": "job_01m808c8j8epfrpmwrxqse14qq",
          "status": "completed",
          "entity_name": "Imaginary Lanterns LLC",
          "jurisdiction": "us-co",
          "tier": "deep",
          "credits_charged": 15,
          "entity_id": "ent_01m808c8nne0xv9ww10q5fpsca",
          "data": {
            "entity_name": "Imaginary Lanterns LLC",
            "status": "active",
            "status_detail": "Good Standing",
            "good_standing": true,
            "entity_type": "Domestic Limited Liability Company",
            "jurisdiction": "us-co",
            "formation_date": "2001-02-02",
            "confidence": 100,
            "jurisdiction_id": "20019000001",
            "registered_agent": {
              "name": "Nowhere Registered Agents LLC",
              "address": {
                "line1": "400 Nowhere Plaza",
                "line2": null,
                "city": "Imaginary Springs",
                "region": "CO",
                "postal_code": "80000",
                "country": "US"
              }
            },
            "officers": null,
            "principal_address": {
              "line1": "1 Imaginary Street",
              "line2": null,
              "city": "Nowhere Falls",
              "region": "CO",
              "postal_code": "80001",
              "country": "US"
            },
            "filing_history_summary": {
              "total_filings": 4,
              "last_filing_date": "2025-03-15",
              "recent_filings": [
                {
                  "date": "2025-03-15",
                  "type": "Periodic Report"
                },
                {
                  "date": "2024-03-15",
                  "type": "Periodic Report"
                }
              ]
            },
            "tier": "deep",
            "match": {
              "method": "exact",
              "matched_name": "Imaginary Lanterns LLC"
            },
            "source": {
              "name": "Colorado Secretary of State, Business Entities in Colorado",
              "url": "https://www.coloradosos.gov/biz/BusinessEntityDetail.do?masterFileId=20019000001&entityId2=20019000001&fileId=20019000001&srchTyp=ENTITY",
              "licence": "Public domain",
              "retrieved_at": "2026-11-21T23:52:00.406Z",
              "coverage": "all",
              "sandbox": true
            }
          },
          "created_at": "2026-11-21T23:52:00.328Z",
          "completed_at": "2026-11-21T23:52:00.406Z"
        }
      ],
      "searches": [],
      "webhook_deliveries": [
        {
          "delivery_id": "dlv_01m808cg6cfr08ct1kchsw5nb2",
          "event_id": "evt_01m808cg6cfbkb7px41ddzambf",
          "job_id": "job_01m808c8a9f8r80x2515xph0kh",
          "event": "verification.failed",
          "url": "https://hooks.example.com/standing",
          "status": "delivered",
          "body": {
            "event": "verification.failed",
            "job_id": "job_01m808c8a9f8r80x2515xph0kh",
            "jurisdiction": "us-co",
            "entity_name": "Sandbox Slow LLC",
            "status": "failed",
            "error": "DATA_SOURCE_TIMEOUT: The official source did not respond in time.",
            "credits_charged": 1,
            "credits_refunded": true,
            "completed_at": "2026-11-21T23:52:08.140Z"
          },
          "attempts": [
            {
              "at": "2026-11-21T23:52:08.159Z",
              "number": 1,
              "duration_ms": 28,
              "response_status": 200
            }
          ],
          "created_at": "2026-11-21T23:52:08.122Z",
          "finished_at": "2026-11-21T23:52:08.188Z"
        },
        {
          "delivery_id": "dlv_01m808cx81ed1agw53zxj34wpd",
          "event_id": "evt_01m808cg6cfbkb7px41ddzambf",
          "job_id": "job_01m808c8a9f8r80x2515xph0kh",
          "event": "verification.failed",
          "url": "https://hooks.example.com/standing",
          "status": "delivered",
          "body": {
            "event": "verification.failed",
            "job_id": "job_01m808c8a9f8r80x2515xph0kh",
            "jurisdiction": "us-co",
            "entity_name": "Sandbox Slow LLC",
            "status": "failed",
            "error": "DATA_SOURCE_TIMEOUT: The official source did not respond in time.",
            "credits_charged": 1,
            "credits_refunded": true,
            "completed_at": "2026-11-21T23:52:08.140Z"
          },
          "attempts": [
            {
              "at": "2026-11-21T23:52:21.527Z",
              "number": 1,
              "duration_ms": 14,
              "response_status": 200
            }
          ],
          "created_at": "2026-11-21T23:52:21.505Z",
          "finished_at": "2026-11-21T23:52:21.541Z"
        }
      ],
      "oauth_grants": []
    }
  },
  "createKey": {
    "201": {
      "api_key": "stnd_anExampleOfAKey00000000000000000",
      "key_id": "key_01m808d0mre1tahqqxw9g2mjjp",
      "label": "second"
    }
  },
  "getWebhookSecret": {
    "200": {
      "secret": "whsec_bm90IGEgc2VjcmV0LCBhbiBleGFtcGxl"
    }
  },
  "rotateWebhookSecret": {
    "200": {
      "secret": "whsec_bm90IGEgc2VjcmV0LCBhbiBleGFtcGxl",
      "previous_secret_expires_at": "2026-11-22T23:52:25.123Z"
    }
  },
  "adminListJobs": {
    "200": {
      "jobs": [
        {
          "job_id": "job_01m808d0ygemntb6wn8aj77yk8",
          "account_id": "acc_01m808d0y6evp8ap3apykph8r2",
          "status": "processing",
          "entity_name": "Sandbox Flaky LLC",
          "jurisdiction": "us-co",
          "tier": "quick",
          "credits_charged": 1,
          "credits_refunded": false,
          "created_at": "2026-11-21T23:52:25.296Z"
        },
        {
          "job_id": "job_01m808cqw3f3z8g6js8j46pr0k",
          "account_id": "acc_01m808cpm8f5c8pan9w6hzwy86",
          "status": "failed",
          "entity_name": "Sandbox Unavailable LLC",
          "jurisdiction": "us-ny",
          "tier": "quick",
          "credits_charged": 2,
          "credits_refunded": true,
          "error": "DATA_SOURCE_UNAVAILABLE: The official source is temporarily unavailable.",
          "created_at": "2026-11-21T23:52:16.003Z",
          "completed_at": "2026-11-21T23:52:21.084Z"
        }
      ],
      "pagination": {
        "limit": 5,
        "offset": 0,
        "total": 12
      }
    }
  },
  "adminGetJob": {
    "200": {
      "job_id": "job_01m808d0ygemntb6wn8aj77yk8",
      "account_id": "acc_01m808d0y6evp8ap3apykph8r2",
      "status": "processing",
      "entity_name": "Sandbox Flaky LLC",
      "jurisdiction": "us-co",
      "tier": "quick",
      "credits_charged": 1,
      "credits_refunded": false,
      "created_at": "2026-11-21T23:52:25.296Z"
    }
  },
  "adminRefundJob": {
    "200": {
      "job_id": "job_01m808d0ygemntb6wn8aj77yk8",
      "status": "refunded",
      "credits_refunded": 1,
      "credit_balance": 50
    }
  },
  "adminFindAccounts": {
    "200": {
      "accounts": [
        {
          "account_id": "acc_01m808d0y6evp8ap3apykph8r2",
          "email": "you@example.com",
          "email_verified": true,
          "credit_balance": 50,
          "created_at": "2026-11-21T23:52:25.283Z",
          "api_keys": [
            {
              "id": "key_01m808d0y8fc6sg4smk5mgasv9",
              "label": "key-1795305145",
              "prefix": "stnd_2VN",
              "rate_limit": 100000,
              "is_active": true,
              "created_at": "2026-11-21T23:52:25.288Z"
            }
          ],
          "disabled": false,
          "deleted": false,
          "debt_credits": 0
        }
      ]
    }
  },
  "adminDisableAccount": {
    "200": {
      "account_id": "acc_01m808d0y6evp8ap3apykph8r2",
      "email": "you@example.com",
      "email_verified": true,
      "credit_balance": 50,
      "created_at": "2026-11-21T23:52:25.283Z",
      "api_keys": [
        {
          "id": "key_01m808d0y8fc6sg4smk5mgasv9",
          "label": "key-1795305145",
          "prefix": "stnd_2VN",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-21T23:52:25.288Z"
        }
      ],
      "disabled": true,
      "deleted": false,
      "debt_credits": 0
    }
  },
  "adminEnableAccount": {
    "200": {
      "account_id": "acc_01m808d0y6evp8ap3apykph8r2",
      "email": "you@example.com",
      "email_verified": true,
      "credit_balance": 50,
      "created_at": "2026-11-21T23:52:25.283Z",
      "api_keys": [
        {
          "id": "key_01m808d0y8fc6sg4smk5mgasv9",
          "label": "key-1795305145",
          "prefix": "stnd_2VN",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-21T23:52:25.288Z"
        }
      ],
      "disabled": false,
      "deleted": false,
      "debt_credits": 0
    }
  },
  "adminAdjustCredits": {
    "200": {
      "account_id": "acc_01m808d0y6evp8ap3apykph8r2",
      "transaction_id": "txn_01m808d1jbfqbbfm7a92aqd0jk",
      "amount": 5,
      "credit_balance": 55
    }
  },
  "adminChangeRateLimit": {
    "200": {
      "key_id": "key_01m808d0y8fc6sg4smk5mgasv9",
      "rate_limit": 120
    }
  },
  "adminSwitchJurisdiction": {
    "200": {
      "code": "us-or",
      "active": false,
      "unavailable_reason": "it was taken out of service for now."
    }
  },
  "adminErasePersonalData": {
    "200": {
      "entity_id": "ent_01m808c8nne0xv9ww10q5fpsca",
      "erased": true
    }
  },
  "adminListActions": {
    "200": {
      "actions": [
        {
          "at": "2026-11-21T23:52:26.079Z",
          "admin": {
            "key_fingerprint": "270ed855ecd9",
            "ip": "127.0.0.1",
            "request_id": "d5fcdbdd-9420-418b-8d99-6669869c1569"
          },
          "action": "erase personal data",
          "subject": "ent_01m808c8nne0xv9ww10q5fpsca",
          "reason": "asked for by phone",
          "details": {}
        },
        {
          "at": "2026-11-21T23:52:26.008Z",
          "admin": {
            "key_fingerprint": "270ed855ecd9",
            "ip": "127.0.0.1",
            "request_id": "d56d5014-5c27-4d38-8b38-57f56d2f7943"
          },
          "action": "switch jurisdiction on",
          "subject": "us-or",
          "reason": "asked for by phone",
          "details": {}
        }
      ],
      "pagination": {
        "limit": 20,
        "offset": 0,
        "total": 8
      }
    }
  }
};
