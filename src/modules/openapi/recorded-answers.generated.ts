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
      "key_id": "key_01m84pgcx1eabvbkjqtwka3qpz",
      "label": "key-1795454153"
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
        "ledger": {
          "status": "up",
          "balanced": null
        },
        "schedule": {
          "status": "up"
        },
        "worker": {
          "status": "up"
        }
      }
    }
  },
  "checkHealth": {
    "200": {
      "live": true,
      "uptime_seconds": 6,
      "status": "ok",
      "checks": {
        "postgres": {
          "status": "up"
        },
        "migrations": {
          "status": "up"
        },
        "ledger": {
          "status": "up",
          "balanced": null
        },
        "schedule": {
          "status": "up"
        },
        "worker": {
          "status": "up"
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
      "job_id": "job_01m84pgd2xfcxbvjb2637fxqh9",
      "entity_id": "ent_01m84pgd42f35ayyx6shj4tm46",
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
          "retrieved_at": "2026-11-23T17:15:53.831Z",
          "coverage": "all",
          "sandbox": true
        }
      }
    },
    "202": {
      "status": "pending",
      "job_id": "job_01m84pgd0ae5r9efmpws1hdvc9"
    }
  },
  "getVerificationStatus": {
    "200": {
      "status": "processing",
      "job_id": "job_01m84pgd0ae5r9efmpws1hdvc9"
    }
  },
  "listJobs": {
    "200": {
      "jobs": [
        {
          "job_id": "job_01m84pgt21fwjrw15d83jvk4bt",
          "status": "completed",
          "entity_name": "Wyvern Makebelieve Supply",
          "jurisdiction": "us-co",
          "tier": "quick",
          "credits_charged": 1,
          "credits_refunded": false,
          "entity_id": "ent_01m84pgt2je4et5p4s7np6zgtx",
          "created_at": "2026-11-23T17:16:07.105Z",
          "completed_at": "2026-11-23T17:16:07.125Z"
        }
      ],
      "next_cursor": "job_01m84pgt21fwjrw15d83jvk4bt"
    }
  },
  "recordMeant": {
    "200": {
      "job_id": "job_01m84pgt21fwjrw15d83jvk4bt",
      "jurisdiction_id": "20149000014",
      "note": "The address on their invoice is that of this one.",
      "recorded_at": "2026-11-23T17:16:07.145Z"
    }
  },
  "getEntity": {
    "200": {
      "entity_id": "ent_01m84pgd42f35ayyx6shj4tm46",
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
        "retrieved_at": "2026-11-23T17:15:53.831Z",
        "coverage": "all",
        "sandbox": true
      },
      "last_verified_at": "2026-11-23T17:15:53.831Z",
      "snapshots": 1
    }
  },
  "getEntityHistory": {
    "200": {
      "entity_id": "ent_01m84pgd42f35ayyx6shj4tm46",
      "snapshots": [
        {
          "snapshot_id": "snp_01m84pgd37f2da3vfmxbh2s811",
          "verified_at": "2026-11-23T17:15:53.831Z",
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
              "retrieved_at": "2026-11-23T17:15:53.831Z",
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
      "search_id": "srch_01m84pgt6hfs4skn8bmw2xkvk4",
      "results": [
        {
          "entity_id": "ent_01m84pgd42f35ayyx6shj4tm46",
          "entity_name": "Imaginary Lanterns LLC",
          "status": "active",
          "status_detail": "Good Standing",
          "good_standing": true,
          "entity_type": "Domestic Limited Liability Company",
          "jurisdiction": "us-co",
          "formation_date": "2001-02-02",
          "confidence": 20,
          "jurisdiction_id": "20019000001",
          "tier": "quick",
          "match": {
            "method": "alias",
            "matched_name": "Imaginary Lanterns of Nowhere",
            "alias": {
              "from": "2001-02-02",
              "kind": "trade"
            }
          },
          "source": {
            "name": "Colorado Secretary of State, Business Entities in Colorado",
            "url": "https://www.coloradosos.gov/biz/BusinessEntityDetail.do?masterFileId=20019000001&entityId2=20019000001&fileId=20019000001&srchTyp=ENTITY",
            "licence": "Public domain",
            "retrieved_at": "2026-11-23T17:16:07.253Z",
            "coverage": "all",
            "sandbox": true
          }
        },
        {
          "entity_id": "ent_01m84pgt7wfthb1h4ce46cz8gg",
          "entity_name": "Fabled Basilisk Lanterns Corporation",
          "status": "active",
          "status_detail": "Good Standing",
          "good_standing": true,
          "entity_type": "Foreign Profit Corporation",
          "jurisdiction": "us-co",
          "formation_date": "1976-04-12",
          "confidence": 17,
          "jurisdiction_id": "19769000039",
          "tier": "quick",
          "match": {
            "method": "fuzzy",
            "matched_name": "Fabled Basilisk Lanterns Corporation"
          },
          "source": {
            "name": "Colorado Secretary of State, Business Entities in Colorado",
            "url": "https://www.coloradosos.gov/biz/BusinessEntityDetail.do?masterFileId=19769000039&entityId2=19769000039&fileId=19769000039&srchTyp=ENTITY",
            "licence": "Public domain",
            "retrieved_at": "2026-11-23T17:16:07.253Z",
            "coverage": "all",
            "sandbox": true
          }
        }
      ],
      "jobs": [
        {
          "job_id": "job_01m84pgt6hekw893tsd8ts4gt7",
          "jurisdiction": "us-co",
          "status": "completed"
        },
        {
          "job_id": "job_01m84pgt6hezjvy0nexyhjc4j3",
          "jurisdiction": "us-ny",
          "status": "completed"
        }
      ],
      "job_ids": [
        "job_01m84pgt6hekw893tsd8ts4gt7",
        "job_01m84pgt6hezjvy0nexyhjc4j3"
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
      "search_id": "srch_01m84pgt62f2franxcddp6kj30",
      "results": [],
      "jobs": [
        {
          "job_id": "job_01m84pgt61ffn9187f3eegze6x",
          "jurisdiction": "us-co",
          "status": "pending"
        },
        {
          "job_id": "job_01m84pgt61ecs8ftq9zkkd5f99",
          "jurisdiction": "us-ny",
          "status": "pending"
        }
      ],
      "job_ids": [
        "job_01m84pgt61ffn9187f3eegze6x",
        "job_01m84pgt61ecs8ftq9zkkd5f99"
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
      "search_id": "srch_01m84pgt62f2franxcddp6kj30",
      "results": [
        {
          "entity_id": "ent_01m84pgd42f35ayyx6shj4tm46",
          "entity_name": "Imaginary Lanterns LLC",
          "status": "active",
          "status_detail": "Good Standing",
          "good_standing": true,
          "entity_type": "Domestic Limited Liability Company",
          "jurisdiction": "us-co",
          "formation_date": "2001-02-02",
          "confidence": 20,
          "jurisdiction_id": "20019000001",
          "tier": "quick",
          "match": {
            "method": "alias",
            "matched_name": "Imaginary Lanterns of Nowhere",
            "alias": {
              "from": "2001-02-02",
              "kind": "trade"
            }
          },
          "source": {
            "name": "Colorado Secretary of State, Business Entities in Colorado",
            "url": "https://www.coloradosos.gov/biz/BusinessEntityDetail.do?masterFileId=20019000001&entityId2=20019000001&fileId=20019000001&srchTyp=ENTITY",
            "licence": "Public domain",
            "retrieved_at": "2026-11-23T17:16:07.253Z",
            "coverage": "all",
            "sandbox": true
          }
        },
        {
          "entity_id": "ent_01m84pgt7wfthb1h4ce46cz8gg",
          "entity_name": "Fabled Basilisk Lanterns Corporation",
          "status": "active",
          "status_detail": "Good Standing",
          "good_standing": true,
          "entity_type": "Foreign Profit Corporation",
          "jurisdiction": "us-co",
          "formation_date": "1976-04-12",
          "confidence": 17,
          "jurisdiction_id": "19769000039",
          "tier": "quick",
          "match": {
            "method": "fuzzy",
            "matched_name": "Fabled Basilisk Lanterns Corporation"
          },
          "source": {
            "name": "Colorado Secretary of State, Business Entities in Colorado",
            "url": "https://www.coloradosos.gov/biz/BusinessEntityDetail.do?masterFileId=19769000039&entityId2=19769000039&fileId=19769000039&srchTyp=ENTITY",
            "licence": "Public domain",
            "retrieved_at": "2026-11-23T17:16:07.253Z",
            "coverage": "all",
            "sandbox": true
          }
        }
      ],
      "jobs": [
        {
          "job_id": "job_01m84pgt61ffn9187f3eegze6x",
          "jurisdiction": "us-co",
          "status": "completed"
        },
        {
          "job_id": "job_01m84pgt61ecs8ftq9zkkd5f99",
          "jurisdiction": "us-ny",
          "status": "completed"
        }
      ],
      "job_ids": [
        "job_01m84pgt61ffn9187f3eegze6x",
        "job_01m84pgt61ecs8ftq9zkkd5f99"
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
          "delivery_id": "dlv_01m84pgmvffdh9kf2d35j3r5kv",
          "job_id": "job_01m84pgd0ae5r9efmpws1hdvc9",
          "event": "verification.failed",
          "url": "https://hooks.example.com/standing",
          "status": "delivered",
          "attempts": [
            {
              "number": 1,
              "at": "2026-11-23T17:16:01.784Z",
              "response_status": 200,
              "duration_ms": 4
            }
          ],
          "created_at": "2026-11-23T17:16:01.776Z"
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
      "delivery_id": "dlv_01m84pgmvffdh9kf2d35j3r5kv",
      "job_id": "job_01m84pgd0ae5r9efmpws1hdvc9",
      "event": "verification.failed",
      "url": "https://hooks.example.com/standing",
      "status": "delivered",
      "attempts": [
        {
          "number": 1,
          "at": "2026-11-23T17:16:01.784Z",
          "response_status": 200,
          "duration_ms": 4,
          "request_headers": {
            "User-Agent": "Service-Webhook/1.0",
            "webhook-id": "evt_01m84pgmvffw28mq6k8080vhd2",
            "Content-Type": "application/json",
            "webhook-signature": "v1,wawjnxdHNgG6axCTCJCtnEpKzt89r2ZQA8kb/cxIZzc=",
            "webhook-timestamp": "1795454161",
            "X-Service-Signature": "sha256=c1b86c077096877a01c8bb8a2c8a6f5db5e6d72fb336a986b49a76e25da573dd"
          },
          "response_body": "thank you"
        }
      ],
      "created_at": "2026-11-23T17:16:01.776Z",
      "request_body": "{\"event\":\"verification.failed\",\"event_id\":\"evt_01m84pgmvffw28mq6k8080vhd2\",\"job_id\":\"job_01m84pgd0ae5r9efmpws1hdvc9\",\"jurisdiction\":\"us-co\",\"entity_name\":\"Sandbox Slow LLC\",\"status\":\"failed\",\"error\":\"DATA_SOURCE_TIMEOUT: The official source did not respond in time.\",\"credits_charged\":1,\"credits_refunded\":true,\"completed_at\":\"2026-11-23T17:16:01.775Z\"}"
    }
  },
  "redeliver": {
    "202": {
      "delivery_id": "dlv_01m84pgz81fgwsqmqcpy5xt0a5"
    }
  },
  "sendTestEvent": {
    "202": {
      "delivery_id": "dlv_01m84pgz87f6qasha41zz1dsf8"
    }
  },
  "listEvents": {
    "200": {
      "events": [
        {
          "event_id": "evt_01m84pgmvffw28mq6k8080vhd2",
          "created_at": "2026-11-23T17:16:01.779Z",
          "payload": {
            "event": "verification.failed",
            "event_id": "evt_01m84pgmvffw28mq6k8080vhd2",
            "job_id": "job_01m84pgd0ae5r9efmpws1hdvc9",
            "jurisdiction": "us-co",
            "entity_name": "Sandbox Slow LLC",
            "status": "failed",
            "error": "DATA_SOURCE_TIMEOUT: The official source did not respond in time.",
            "credits_charged": 1,
            "credits_refunded": true,
            "completed_at": "2026-11-23T17:16:01.775Z"
          }
        },
        {
          "event_id": "evt_01m84pgz87e37aerj2wmeptnx5",
          "created_at": "2026-11-23T17:16:12.425Z",
          "payload": {
            "event": "webhook.test",
            "event_id": "evt_01m84pgz87e37aerj2wmeptnx5",
            "asked_at": "2026-11-23T17:16:12.423Z"
          }
        }
      ],
      "next_cursor": "evt_01m84pgz87e37aerj2wmeptnx5",
      "has_more": false
    }
  },
  "createWatch": {
    "201": {
      "watch_id": "wch_01m84pgzaqfg0rxqza0xbgp8n5",
      "entity_id": "ent_01m84pgd42f35ayyx6shj4tm46",
      "jurisdiction": "us-co",
      "status": "active",
      "every": "1d",
      "tier": "quick",
      "on": [
        "STATUS_CHANGED",
        "GOOD_STANDING_LOST"
      ],
      "max_credits_per_month": 31,
      "created_at": "2026-11-23T17:16:12.504Z",
      "next_check_at": "2030-01-01T08:15:00.000Z"
    }
  },
  "listWatches": {
    "200": {
      "watches": [
        {
          "watch_id": "wch_01m84pgzaqfg0rxqza0xbgp8n5",
          "entity_id": "ent_01m84pgd42f35ayyx6shj4tm46",
          "jurisdiction": "us-co",
          "status": "active",
          "every": "1d",
          "tier": "quick",
          "on": [
            "STATUS_CHANGED",
            "GOOD_STANDING_LOST"
          ],
          "max_credits_per_month": 31,
          "created_at": "2026-11-23T17:16:12.504Z",
          "next_check_at": "2030-01-01T08:15:00.000Z"
        }
      ]
    }
  },
  "getWatch": {
    "200": {
      "watch_id": "wch_01m84pgzaqfg0rxqza0xbgp8n5",
      "entity_id": "ent_01m84pgd42f35ayyx6shj4tm46",
      "jurisdiction": "us-co",
      "status": "active",
      "every": "1d",
      "tier": "quick",
      "on": [
        "STATUS_CHANGED",
        "GOOD_STANDING_LOST"
      ],
      "max_credits_per_month": 31,
      "created_at": "2026-11-23T17:16:12.504Z",
      "next_check_at": "2030-01-01T08:15:00.000Z"
    }
  },
  "updateWatch": {
    "200": {
      "watch_id": "wch_01m84pgzaqfg0rxqza0xbgp8n5",
      "entity_id": "ent_01m84pgd42f35ayyx6shj4tm46",
      "jurisdiction": "us-co",
      "status": "active",
      "every": "7d",
      "tier": "quick",
      "on": [
        "STATUS_CHANGED",
        "GOOD_STANDING_LOST"
      ],
      "max_credits_per_month": 31,
      "created_at": "2026-11-23T17:16:12.504Z",
      "next_check_at": "2030-01-07T08:15:00.000Z"
    }
  },
  "checkWatch": {
    "202": {
      "status": "pending",
      "job_id": "job_01m84pgzcvfgrba37jtgatjd3k"
    }
  },
  "advanceSandboxClock": {
    "200": {
      "sandbox_time": "2030-01-03T00:00:00.000Z",
      "began_at": "2030-01-01T00:00:00.000Z"
    },
    "202": {
      "sandbox_time": "2030-01-01T00:00:00.000Z",
      "began_at": "2030-01-01T00:00:00.000Z",
      "advancing_to": "2030-01-02T00:00:00.000Z"
    }
  },
  "getSandboxClock": {
    "200": {
      "sandbox_time": "2030-01-01T00:00:00.000Z",
      "began_at": "2030-01-01T00:00:00.000Z",
      "advancing_to": "2030-01-02T00:00:00.000Z"
    }
  },
  "uploadBatch": {
    "201": {
      "batch_id": "bat_01m84pgznmen28bd06pf58ywna",
      "status": "ready",
      "rows": 2,
      "accepted": 1,
      "rejected": 1,
      "max_credits": 1,
      "counts": {
        "pending": 1,
        "found": 0,
        "review": 0,
        "no_match": 0,
        "failed": 0,
        "duplicate": 0
      },
      "credits_charged": 0,
      "created_at": "2026-11-23T17:16:12.852Z",
      "rejections": [
        {
          "line": 3,
          "field": "jurisdiction",
          "message": "\"us-zz\" is not a supported jurisdiction."
        }
      ]
    }
  },
  "listBatches": {
    "200": {
      "batches": [
        {
          "batch_id": "bat_01m84pgznmen28bd06pf58ywna",
          "status": "ready",
          "rows": 2,
          "accepted": 1,
          "rejected": 1,
          "max_credits": 1,
          "counts": {
            "pending": 1,
            "found": 0,
            "review": 0,
            "no_match": 0,
            "failed": 0,
            "duplicate": 0
          },
          "credits_charged": 0,
          "created_at": "2026-11-23T17:16:12.852Z"
        }
      ]
    }
  },
  "startBatch": {
    "202": {
      "batch_id": "bat_01m84pgznmen28bd06pf58ywna",
      "status": "running",
      "rows": 2,
      "accepted": 1,
      "rejected": 1,
      "max_credits": 1,
      "counts": {
        "pending": 1,
        "found": 0,
        "review": 0,
        "no_match": 0,
        "failed": 0,
        "duplicate": 0
      },
      "credits_charged": 0,
      "created_at": "2026-11-23T17:16:12.852Z",
      "started_at": "2026-11-23T17:16:12.928Z"
    }
  },
  "getBatch": {
    "200": {
      "batch_id": "bat_01m84pgznmen28bd06pf58ywna",
      "status": "running",
      "rows": 2,
      "accepted": 1,
      "rejected": 1,
      "max_credits": 1,
      "counts": {
        "pending": 1,
        "found": 0,
        "review": 0,
        "no_match": 0,
        "failed": 0,
        "duplicate": 0
      },
      "credits_charged": 0,
      "created_at": "2026-11-23T17:16:12.852Z",
      "started_at": "2026-11-23T17:16:12.928Z"
    }
  },
  "adminRefundBatchRow": {
    "200": {
      "batch_id": "bat_01m84pgznmen28bd06pf58ywna",
      "line": 2,
      "credits_refunded": 1,
      "credit_balance": 50
    }
  },
  "cancelBatch": {
    "200": {
      "batch_id": "bat_01m84ph0g0e94b68gacgg7063b",
      "status": "cancelled",
      "rows": 2,
      "accepted": 1,
      "rejected": 1,
      "max_credits": 1,
      "counts": {
        "pending": 1,
        "found": 0,
        "review": 0,
        "no_match": 0,
        "failed": 0,
        "duplicate": 0
      },
      "credits_charged": 0,
      "created_at": "2026-11-23T17:16:13.696Z",
      "ended_at": "2026-11-23T17:16:13.710Z"
    }
  },
  "createKey": {
    "201": {
      "api_key": "stnd_anExampleOfAKey00000000000000000",
      "key_id": "key_01m84ph0h4e49b0v9f0m35a5yd",
      "label": "key-1795454173"
    }
  },
  "getAccount": {
    "200": {
      "account_id": "acc_01m84pgzncfzqbb3p7tzwh3ssn",
      "email": "you@example.com",
      "email_verified": true,
      "credit_balance": 50,
      "created_at": "2026-11-23T17:16:12.843Z",
      "api_keys": [
        {
          "id": "key_01m84pgzndetzseybrezwcvkhx",
          "label": "key-1795454172",
          "prefix": "stnd_mNY",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T17:16:12.845Z"
        },
        {
          "id": "key_01m84ph0h4e49b0v9f0m35a5yd",
          "label": "key-1795454173",
          "prefix": "stnd_zK1",
          "rate_limit": 100000,
          "is_active": true,
          "jurisdictions": [
            "us-ny"
          ],
          "created_at": "2026-11-23T17:16:13.732Z"
        }
      ]
    }
  },
  "adminAdjustCredits": {
    "200": {
      "account_id": "acc_01m84pgzncfzqbb3p7tzwh3ssn",
      "transaction_id": "txn_01m84ph0jfema80vzaj15znesc",
      "amount": -50,
      "credit_balance": 0
    }
  },
  "getBilling": {
    "200": {
      "credit_balance": 2,
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
          "transaction_id": "txn_01m84pgt21frb91t27v1jzbqv5",
          "type": "charge",
          "amount": -1,
          "balance_after": 2,
          "description": "Verification (quick) in us-co",
          "job_id": "job_01m84pgt21fwjrw15d83jvk4bt",
          "entity_name": "Wyvern Makebelieve Supply",
          "jurisdiction": "us-co",
          "created_at": "2026-11-23T17:16:07.106Z"
        },
        {
          "transaction_id": "txn_01m84pgt14f1bsm189fc427dk9",
          "type": "charge",
          "amount": -15,
          "balance_after": 3,
          "description": "Verification (deep) in us-co",
          "entity_id": "ent_01m84pgd42f35ayyx6shj4tm46",
          "entity_name": "Imaginary Lanterns LLC",
          "jurisdiction": "us-co",
          "created_at": "2026-11-23T17:16:07.077Z"
        }
      ],
      "pagination": {
        "limit": 20,
        "offset": 0,
        "total": 13
      }
    }
  },
  "purchaseCredits": {
    "201": {
      "checkout_url": "https://checkout.stripe.com/c/pay/cs_test_1_1795454173814",
      "session_id": "cs_test_1_1795454173814",
      "package_id": "pro",
      "expires_at": "2026-11-24T17:16:13.000Z"
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
      "affordable": true,
      "tier": "deep",
      "cached": true,
      "cached_age_seconds": 20,
      "expected_wait_seconds": 0
    }
  },
  "listSessions": {
    "200": {
      "sessions": [
        {
          "session_id": "W8b7GnwcGWx3qtl4OI-z_biYVaYHnMtV3XG3nFwva2C",
          "signed_in_at": "2026-11-23T17:16:14.156Z",
          "expires_at": "2026-12-07T17:16:14.156Z"
        }
      ]
    }
  },
  "getUsage": {
    "200": {
      "period": {
        "from": "2026-10-25",
        "to": "2026-11-23"
      },
      "totals": {
        "requests": 0,
        "credits_charged": 0,
        "credits_refunded": 0
      },
      "by_operation": [],
      "by_day": [
        {
          "date": "2026-10-25",
          "requests": 0,
          "credits_charged": 0,
          "credits_refunded": 0
        },
        {
          "date": "2026-10-26",
          "requests": 0,
          "credits_charged": 0,
          "credits_refunded": 0
        }
      ],
      "by_key": [],
      "by_grant": []
    }
  },
  "listGrants": {
    "200": {
      "grants": [
        {
          "grant_id": "vn5aMcS5T9LKVP48KUDbwsmb0nf7tpC-67PqpPGt03E",
          "client_id": "PYli7wf1LF5m6kkSwyV5S-FbIiGQqI4Lb6aIZZAaKXv",
          "client_name": "Intake Agent",
          "scopes": [
            "account:read"
          ],
          "granted_at": "2026-11-23T17:16:14.147Z",
          "expires_at": "2027-11-23T17:16:14.147Z"
        }
      ]
    }
  },
  "updateGrant": {
    "200": {
      "grant_id": "vn5aMcS5T9LKVP48KUDbwsmb0nf7tpC-67PqpPGt03E",
      "client_id": "PYli7wf1LF5m6kkSwyV5S-FbIiGQqI4Lb6aIZZAaKXv",
      "client_name": "Intake Agent",
      "scopes": [
        "account:read"
      ],
      "budget": {
        "credits": 100,
        "every": "month",
        "spent": 0,
        "resets_at": "2026-12-01T00:00:00.000Z"
      },
      "granted_at": "2026-11-23T17:16:14.147Z",
      "expires_at": "2027-11-23T17:16:14.147Z"
    }
  },
  "updateAccount": {
    "200": {
      "account_id": "acc_01m84ph132ex4vb61ffe0pbj7k",
      "email": "you@example.com",
      "email_verified": true,
      "name": "Northwind Compliance",
      "credit_balance": 50,
      "created_at": "2026-11-23T17:16:14.306Z",
      "api_keys": [
        {
          "id": "key_01m84ph134e1ws1zdwb217mdmt",
          "label": "key-1795454174",
          "prefix": "stnd_qIG",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T17:16:14.308Z"
        }
      ]
    }
  },
  "confirmEmail": {
    "200": {
      "account_id": "acc_01m84ph132ex4vb61ffe0pbj7k",
      "email": "you@example.com",
      "email_verified": true,
      "name": "Northwind Compliance",
      "credit_balance": 50,
      "created_at": "2026-11-23T17:16:14.306Z",
      "api_keys": [
        {
          "id": "key_01m84ph134e1ws1zdwb217mdmt",
          "label": "key-1795454174",
          "prefix": "stnd_qIG",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T17:16:14.308Z"
        }
      ]
    }
  },
  "listKeys": {
    "200": {
      "api_keys": [
        {
          "id": "key_01m84pgcx1eabvbkjqtwka3qpz",
          "label": "key-1795454153",
          "prefix": "stnd_I35",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T17:15:53.633Z"
        }
      ]
    }
  },
  "exportData": {
    "200": {
      "exported_at": "2026-11-23T17:16:14.487Z",
      "account": {
        "account_id": "acc_01m84pgcwwfmja52zp6gt454g8",
        "email": "you@example.com",
        "email_verified": true,
        "credit_balance": 502,
        "created_at": "2026-11-23T17:15:53.626Z"
      },
      "api_keys": [
        {
          "id": "key_01m84pgcx1eabvbkjqtwka3qpz",
          "label": "key-1795454153",
          "prefix": "stnd_I35",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T17:15:53.633Z"
        }
      ],
      "transactions": [
        {
          "transaction_id": "txn_01m84pgcwzfv9vk025pds3t6nb",
          "type": "grant",
          "amount": 50,
          "balance_after": 50,
          "description": "Free credits for a new account",
          "created_at": "2026-11-23T17:15:53.631Z"
        },
        {
          "transaction_id": "txn_01m84pgd0aet19ghg4eanefhym",
          "type": "charge",
          "amount": -1,
          "balance_after": 49,
          "description": "Verification (quick) in us-co",
          "operation": "verify_quick",
          "key_id": "key_01m84pgcx1eabvbkjqtwka3qpz",
          "job_id": "job_01m84pgd0ae5r9efmpws1hdvc9",
          "entity_name": "Sandbox Slow LLC",
          "jurisdiction": "us-co",
          "created_at": "2026-11-23T17:15:53.743Z"
        }
      ],
      "jobs": [
        {
          "job_id": "job_01m84pgd0ae5r9efmpws1hdvc9",
          "status": "failed",
          "entity_name": "Sandbox Slow LLC",
          "jurisdiction": "us-co",
          "tier": "quick",
          "credits_charged": 1,
          "error": "DATA_SOURCE_TIMEOUT: The official source did not respond in time.",
          "created_at": "2026-11-23T17:15:53.739Z",
          "completed_at": "2026-11-23T17:16:01.776Z"
        },
        {
          "job_id": "job_01m84pgd2xfcxbvjb2637fxqh9",
          "status": "completed",
          "entity_name": "Imaginary Lanterns LLC",
          "jurisdiction": "us-co",
          "tier": "deep",
          "credits_charged": 15,
          "entity_id": "ent_01m84pgd42f35ayyx6shj4tm46",
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
              "retrieved_at": "2026-11-23T17:15:53.831Z",
              "coverage": "all",
              "sandbox": true
            }
          },
          "created_at": "2026-11-23T17:15:53.822Z",
          "completed_at": "2026-11-23T17:15:53.869Z"
        }
      ],
      "searches": [],
      "webhook_deliveries": [
        {
          "delivery_id": "dlv_01m84pgmvffdh9kf2d35j3r5kv",
          "event_id": "evt_01m84pgmvffw28mq6k8080vhd2",
          "job_id": "job_01m84pgd0ae5r9efmpws1hdvc9",
          "event": "verification.failed",
          "url": "https://hooks.example.com/standing",
          "status": "delivered",
          "body": {
            "event": "verification.failed",
            "event_id": "evt_01m84pgmvffw28mq6k8080vhd2",
            "job_id": "job_01m84pgd0ae5r9efmpws1hdvc9",
            "jurisdiction": "us-co",
            "entity_name": "Sandbox Slow LLC",
            "status": "failed",
            "error": "DATA_SOURCE_TIMEOUT: The official source did not respond in time.",
            "credits_charged": 1,
            "credits_refunded": true,
            "completed_at": "2026-11-23T17:16:01.775Z"
          },
          "attempts": [
            {
              "at": "2026-11-23T17:16:01.784Z",
              "number": 1,
              "duration_ms": 4,
              "response_status": 200
            }
          ],
          "created_at": "2026-11-23T17:16:01.776Z",
          "finished_at": "2026-11-23T17:16:01.788Z"
        },
        {
          "delivery_id": "dlv_01m84pgz81fgwsqmqcpy5xt0a5",
          "event_id": "evt_01m84pgmvffw28mq6k8080vhd2",
          "job_id": "job_01m84pgd0ae5r9efmpws1hdvc9",
          "event": "verification.failed",
          "url": "https://hooks.example.com/standing",
          "status": "delivered",
          "body": {
            "event": "verification.failed",
            "event_id": "evt_01m84pgmvffw28mq6k8080vhd2",
            "job_id": "job_01m84pgd0ae5r9efmpws1hdvc9",
            "jurisdiction": "us-co",
            "entity_name": "Sandbox Slow LLC",
            "status": "failed",
            "error": "DATA_SOURCE_TIMEOUT: The official source did not respond in time.",
            "credits_charged": 1,
            "credits_refunded": true,
            "completed_at": "2026-11-23T17:16:01.775Z"
          },
          "attempts": [
            {
              "at": "2026-11-23T17:16:12.422Z",
              "number": 1,
              "duration_ms": 3,
              "response_status": 200
            }
          ],
          "created_at": "2026-11-23T17:16:12.416Z",
          "finished_at": "2026-11-23T17:16:12.426Z"
        }
      ],
      "watches": [],
      "batches": [],
      "batch_rows": [],
      "paid_entities": [
        {
          "entity_id": "ent_01m84pgd42f35ayyx6shj4tm46",
          "tier": "deep",
          "last_charged_on": "2026-11-23"
        },
        {
          "entity_id": "ent_01m84pgt2je4et5p4s7np6zgtx",
          "tier": "quick",
          "last_charged_on": "2026-11-23"
        }
      ],
      "payments": [
        {
          "session_id": "cs_test_1_1795454173814",
          "package_id": "pro",
          "amount_credits": 500,
          "price_cents": 3500,
          "status": "paid",
          "created_at": "2026-11-23T17:16:13.816Z",
          "expires_at": "2026-11-24T17:16:13.000Z",
          "paid_at": "2026-11-23T17:16:13.842Z"
        }
      ],
      "debts": [],
      "oauth_grants": []
    }
  },
  "updateKey": {
    "200": {
      "id": "key_01m84ph198etas1nfp0bf6ag29",
      "label": "second",
      "prefix": "stnd_tOe",
      "rate_limit": 100000,
      "is_active": true,
      "budget": {
        "credits": 100,
        "every": "month",
        "spent": 0,
        "resets_at": "2026-12-01T00:00:00.000Z"
      },
      "jurisdictions": [
        "us-co"
      ],
      "tiers": [
        "quick"
      ],
      "created_at": "2026-11-23T17:16:14.504Z"
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
      "previous_secret_expires_at": "2026-11-24T17:16:14.542Z"
    }
  },
  "adminListJobs": {
    "200": {
      "jobs": [
        {
          "job_id": "job_01m84ph1bpf9h8kjxc7c03cr9c",
          "account_id": "acc_01m84ph1bee3xvbrzasfc4v4xr",
          "status": "processing",
          "entity_name": "Sandbox Flaky LLC",
          "jurisdiction": "us-co",
          "tier": "quick",
          "credits_charged": 1,
          "credits_refunded": false,
          "created_at": "2026-11-23T17:16:14.582Z"
        },
        {
          "job_id": "job_01m84pgzcvfgrba37jtgatjd3k",
          "account_id": "acc_01m84pgzaaes39q6jaz8vry6bn",
          "status": "completed",
          "entity_name": "Imaginary Lanterns LLC",
          "jurisdiction": "us-co",
          "tier": "quick",
          "credits_charged": 1,
          "credits_refunded": false,
          "created_at": "2026-11-23T17:16:12.572Z",
          "completed_at": "2026-11-23T17:16:12.687Z"
        }
      ],
      "pagination": {
        "limit": 5,
        "offset": 0,
        "total": 14
      }
    }
  },
  "adminGetJob": {
    "200": {
      "job_id": "job_01m84ph1bpf9h8kjxc7c03cr9c",
      "account_id": "acc_01m84ph1bee3xvbrzasfc4v4xr",
      "status": "processing",
      "entity_name": "Sandbox Flaky LLC",
      "jurisdiction": "us-co",
      "tier": "quick",
      "credits_charged": 1,
      "credits_refunded": false,
      "created_at": "2026-11-23T17:16:14.582Z"
    }
  },
  "adminRefundJob": {
    "200": {
      "job_id": "job_01m84ph1bpf9h8kjxc7c03cr9c",
      "status": "refunded",
      "credits_refunded": 1,
      "credit_balance": 50
    }
  },
  "adminFindAccounts": {
    "200": {
      "accounts": [
        {
          "account_id": "acc_01m84ph1bee3xvbrzasfc4v4xr",
          "email": "you@example.com",
          "email_verified": true,
          "credit_balance": 50,
          "created_at": "2026-11-23T17:16:14.574Z",
          "api_keys": [
            {
              "id": "key_01m84ph1bgf8bbtzg6d34v4hxj",
              "label": "key-1795454174",
              "prefix": "stnd_EgM",
              "rate_limit": 100000,
              "is_active": true,
              "created_at": "2026-11-23T17:16:14.576Z"
            }
          ],
          "disabled": false,
          "deleted": false,
          "debt_credits": 0
        }
      ]
    }
  },
  "adminGetAccount": {
    "200": {
      "account_id": "acc_01m84ph1bee3xvbrzasfc4v4xr",
      "email": "you@example.com",
      "email_verified": true,
      "credit_balance": 50,
      "created_at": "2026-11-23T17:16:14.574Z",
      "api_keys": [
        {
          "id": "key_01m84ph1bgf8bbtzg6d34v4hxj",
          "label": "key-1795454174",
          "prefix": "stnd_EgM",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T17:16:14.576Z"
        }
      ],
      "disabled": false,
      "deleted": false,
      "debt_credits": 0
    }
  },
  "adminListMirrors": {
    "200": {
      "mirrors": []
    }
  },
  "adminCreateAccount": {
    "201": {
      "account_id": "acc_01m84ph1e9eb5b9jnyxcnmrq0r",
      "email": "ada@example.com",
      "credit_balance": 100,
      "api_key": "stnd_anExampleOfAKey00000000000000000",
      "key_id": "key_01m84ph1ecekybkzjwx4emmpfc",
      "label": "production"
    }
  },
  "adminDisableAccount": {
    "200": {
      "account_id": "acc_01m84ph1bee3xvbrzasfc4v4xr",
      "email": "you@example.com",
      "email_verified": true,
      "credit_balance": 50,
      "created_at": "2026-11-23T17:16:14.574Z",
      "api_keys": [
        {
          "id": "key_01m84ph1bgf8bbtzg6d34v4hxj",
          "label": "key-1795454174",
          "prefix": "stnd_EgM",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T17:16:14.576Z"
        }
      ],
      "disabled": true,
      "deleted": false,
      "debt_credits": 0
    }
  },
  "adminEnableAccount": {
    "200": {
      "account_id": "acc_01m84ph1bee3xvbrzasfc4v4xr",
      "email": "you@example.com",
      "email_verified": true,
      "credit_balance": 50,
      "created_at": "2026-11-23T17:16:14.574Z",
      "api_keys": [
        {
          "id": "key_01m84ph1bgf8bbtzg6d34v4hxj",
          "label": "key-1795454174",
          "prefix": "stnd_EgM",
          "rate_limit": 100000,
          "is_active": true,
          "created_at": "2026-11-23T17:16:14.576Z"
        }
      ],
      "disabled": false,
      "deleted": false,
      "debt_credits": 0
    }
  },
  "adminChangeRateLimit": {
    "200": {
      "key_id": "key_01m84ph1bgf8bbtzg6d34v4hxj",
      "rate_limit": 120
    }
  },
  "adminSwitchJurisdiction": {
    "200": {
      "code": "us-or",
      "active": false,
      "unavailable_reason": "It was taken out of service for now."
    }
  },
  "adminErasePersonalData": {
    "200": {
      "entity_id": "ent_01m84pgd42f35ayyx6shj4tm46",
      "erased": true
    }
  },
  "adminListActions": {
    "200": {
      "actions": [
        {
          "at": "2026-11-23T17:16:14.729Z",
          "admin": {
            "key_fingerprint": "270ed855ecd9",
            "ip": "127.0.0.1",
            "request_id": "e77fef49-fda0-41d5-af28-4f0ec095d881"
          },
          "action": "erase personal data",
          "subject": "ent_01m84pgd42f35ayyx6shj4tm46",
          "reason": "asked for by phone",
          "details": {}
        },
        {
          "at": "2026-11-23T17:16:14.721Z",
          "admin": {
            "key_fingerprint": "270ed855ecd9",
            "ip": "127.0.0.1",
            "request_id": "ef76d3c4-9610-45a5-9264-6fafda38b74d"
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
        "total": 11
      }
    }
  }
};
